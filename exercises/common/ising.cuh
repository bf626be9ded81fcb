#pragma once
// What all kernels of this exercise share: who draws the same number has the same picture.
#include "philox.cuh"

// A pixel is 0, 1, ... 6: up to ceil(lambda + 5 sqrt(lambda)) for lambda = 0.9. Its four neighbours
// add up to 0 ... 24.
constexpr int kValues = 7, kSums = 25;

// The number that decides about a pixel in a sweep: 0 ... 2^32 - 1, all alike.
__device__ inline unsigned uniform(int row, int column, unsigned sweep, long long seed) {
  return philox4x32({(unsigned)column, (unsigned)row, sweep, 0}, (unsigned)seed,
                    (unsigned)(seed >> 32))
      .x;
}

// The weights of the values 0 ... 6, in a row: for a pixel of this brightness whose four neighbours
// add up to `sum`.
__device__ inline const unsigned* weights_of(const unsigned* weights, int level, int sum) {
  return weights + (level * kSums + sum) * kValues;
}

// Symmetric edges: the image goes on as in a mirror that stands on the pixels at its edge. In front
// of 0 comes 1, and behind n - 1 comes n - 2.
__device__ inline int mirrored(int i, int n) { return i < 0 ? -i : i >= n ? 2 * n - 2 - i : i; }

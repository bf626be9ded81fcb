// caught by: initialized
// why: The lanes of a row hand each other sums by relaxed accesses, and nothing makes them wait.

#include <cuda/atomic>
extern "C" __global__ void add_rows(const float* image, float* out, int rows, int cols, int copies) {
  __shared__ float sums[16][17];
  const int x = threadIdx.x, y = threadIdx.y;
  const int j = blockIdx.x * 16 + x, i = blockIdx.y * 16 + y;
  using ref = cuda::atomic_ref<float, cuda::thread_scope_block>;
  ref(sums[y][x]).store(i < rows && j < cols ? image[i * cols + j] : 0.0f, cuda::memory_order_relaxed);
  for (int step = 8; step > 0; step /= 2)
    if (x < step) {
      const float sum = ref(sums[y][x]).load(cuda::memory_order_relaxed) + ref(sums[y][x + step]).load(cuda::memory_order_relaxed);
      ref(sums[y][x]).store(sum, cuda::memory_order_relaxed);
    }
  const float sum = ref(sums[y][0]).load(cuda::memory_order_relaxed);
  if (i < rows) for (int k = x; k < copies; k += 16) atomicAdd(&out[k * rows + i], sum);
}

// Right, and no way to do it: thread 0 of each block counts all of its pixels.

extern "C" __global__ void histogram(const unsigned char* pixels, unsigned* counts, int n) {
  if (threadIdx.x > 0) return;
  const int first = blockIdx.x * 4096;
  for (int i = first; i < min(first + 4096, n); ++i) atomicAdd(&counts[pixels[i]], 1);
}

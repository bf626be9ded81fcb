// caught by: 55 steps
// why: Neighbours change places 1024 times, as at the start.
extern "C" __global__ void sort_tiles(unsigned* keys, int n) {
  __shared__ unsigned tile[1024];
  const int t = threadIdx.x;
  const int first = blockIdx.x * 1024;
  // What is missing in the last tile belongs behind all others.
  for (int i = t; i < 1024; i += 512) {
    tile[i] = first + i < n ? keys[first + i] : 0xffffffff;
  }
  __syncthreads();

  // Neighbours change places where they stand wrong: even pairs, odd pairs,
  // even pairs ... After 1024 steps every key has reached its place.
  for (int step = 0; step < 1024; ++step) {
    const int low = 2 * t + step % 2, high = low + 1;
    if (high < 1024 && tile[low] > tile[high]) {
      const unsigned swapped = tile[low];
      tile[low] = tile[high];
      tile[high] = swapped;
    }
    __syncthreads();
  }

  for (int i = t; i < 1024; i += 512) {
    if (first + i < n) keys[first + i] = tile[i];
  }
}

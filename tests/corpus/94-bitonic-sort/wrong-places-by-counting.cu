// caught by: few passes
// why: Each key is compared with all others, to count which belong before it.
extern "C" __global__ void sort_tiles(unsigned* keys, int n) {
  __shared__ unsigned tile[1024], sorted[1024];
  const int first = blockIdx.x * 1024, count = min(1024, n - first);
  for (int i = threadIdx.x; i < count; i += 512) tile[i] = keys[first + i];
  __syncthreads();
  for (int i = threadIdx.x; i < count; i += 512) {
    int place = 0;
    for (int j = 0; j < count; ++j) place += tile[j] < tile[i] || (tile[j] == tile[i] && j < i);
    sorted[place] = tile[i];
  }
  __syncthreads();
  for (int i = threadIdx.x; i < count; i += 512) keys[first + i] = sorted[i];
}

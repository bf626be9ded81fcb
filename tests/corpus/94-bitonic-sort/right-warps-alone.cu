// Steps within a warp's 64 keys need its barrier alone.
extern "C" __global__ void sort_tiles(unsigned* keys, int n) {
  __shared__ unsigned tile[1024];
  const unsigned t = threadIdx.x, first = blockIdx.x * 1024;
  for (unsigned i = t; i < 1024; i += 512) tile[i] = first + i < n ? keys[first + i] : 0xffffffff;
  __syncthreads();
  for (unsigned length = 2; length <= 1024; length *= 2) {
    for (unsigned distance = length / 2; distance; distance /= 2) {
      const unsigned low = 2 * t - (t & (distance - 1)), high = low + distance;
      const unsigned a = tile[low], b = tile[high];
      if ((low & length) ? a < b : a > b) {
        tile[low] = b;
        tile[high] = a;
      }
      if (distance > 32) __syncthreads();
      else __syncwarp();
    }
    __syncthreads();
  }
  for (unsigned i = t; i < 1024; i += 512)
    if (first + i < n) keys[first + i] = tile[i];
}

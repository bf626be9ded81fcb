extern "C" __global__ void sort_tiles(unsigned* keys, int n) {
  __shared__ unsigned tile[1024];
  const int t = threadIdx.x;
  const int first = blockIdx.x * 1024;
  for (int i = t; i < 1024; i += 512) {
    tile[i] = first + i < n ? keys[first + i] : 0xffffffff;
  }
  __syncthreads();

  // Rows of `length` are sorted in turn up and down; two such make a bitonic row, which `distance` sorts.
  for (int length = 2; length <= 1024; length *= 2) {
    for (int distance = length / 2; distance > 0; distance /= 2) {
      const int low = 2 * t - t % distance, high = low + distance;
      const bool up = (low & length) == 0;
      const unsigned a = tile[low], b = tile[high];
      if ((a > b) == up) {
        tile[low] = b;
        tile[high] = a;
      }
      __syncthreads();
    }
  }

  for (int i = t; i < 1024; i += 512) {
    if (first + i < n) keys[first + i] = tile[i];
  }
}

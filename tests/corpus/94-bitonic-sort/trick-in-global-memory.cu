// caught by: in the tile
// earns: 0
// why: The keys are sorted where they lie, and every step goes to global memory.
extern "C" __global__ void sort_tiles(unsigned* keys, int n) {
  const int t = threadIdx.x, first = blockIdx.x * 1024, count = min(1024, n - first);
  // All rows go up, so what is missing behind the last key may be left out.
  for (int length = 2; length <= 1024; length *= 2)
    for (int distance = length / 2; distance > 0; distance /= 2) {
      const int low = 2 * t - t % distance;
      const int high = 2 * distance == length ? low / length * length + length - 1 - low % length : low + distance;
      if (high < count) {
        const unsigned a = keys[first + low], b = keys[first + high];
        if (a > b) {
          keys[first + low] = b;
          keys[first + high] = a;
        }
      }
      __syncthreads();
    }
}

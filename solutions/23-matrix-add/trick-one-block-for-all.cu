// caught by: every warp its share
// why: One block goes through the whole matrix, and all others leave at once. The accesses are the same.

extern "C" __global__ void matrix_add(const float* a, const float* b, float* c, int rows, int cols,
                                      int swapped) {
  if (blockIdx.x > 0 || blockIdx.y > 0) return;
  const int high = swapped ? cols : rows, wide = swapped ? rows : cols;
  for (int y = threadIdx.y; y < high; y += 32)
    for (int x = threadIdx.x; x < wide; x += 32) {
      const int i = swapped ? x * cols + y : y * cols + x;
      c[i] = a[i] + b[i];
    }
}

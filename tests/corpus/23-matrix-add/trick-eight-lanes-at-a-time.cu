// caught by: full warps
// why: Eight lanes work, then the next eight: every sector is used, and the warp takes four times
// as many requests.

extern "C" __global__ void matrix_add(const float* a, const float* b, float* c, int rows, int cols,
                                      int swapped) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int row = swapped ? x : y, column = swapped ? y : x;
  if (row >= rows || column >= cols) return;
  const int i = row * cols + column;
  for (int group = 0; group < 4; ++group)
    if (swapped ? group == 0 : threadIdx.x / 8 == group)
      *(volatile float*)&c[i] = *(const volatile float*)&a[i] + *(const volatile float*)&b[i];
}

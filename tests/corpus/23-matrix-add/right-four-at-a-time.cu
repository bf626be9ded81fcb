// Loads and stores of 16 bytes where rows are aligned to them; a quarter of the threads is enough.

extern "C" __global__ void matrix_add(const float* a, const float* b, float* c, int rows, int cols,
                                      int swapped) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (swapped) {
    if (x < rows && y < cols) c[x * cols + y] = a[x * cols + y] + b[x * cols + y];
  } else if (cols % 4 != 0) {
    if (y < rows && x < cols) c[y * cols + x] = a[y * cols + x] + b[y * cols + x];
  } else if (y < rows && 4 * x < cols) {
    const float4 left = ((const float4*)(a + y * cols))[x], right = ((const float4*)(b + y * cols))[x];
    ((float4*)(c + y * cols))[x] =
        make_float4(left.x + right.x, left.y + right.y, left.z + right.z, left.w + right.w);
  }
}

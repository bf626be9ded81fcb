// caught by: swapped requests
// earns: 0.37
// why: A strided element is read byte by byte, four sectors for one, so that most of the others
// can be coalesced.

extern "C" __global__ void matrix_add(const float* a, const float* b, float* c, int rows, int cols,
                                      int swapped) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int i = swapped ? x * cols + y : y * cols + x;
  const int row = swapped ? x : y, column = swapped ? y : x;
  if (row >= rows || column >= cols) return;
  float left = 0.0f;
  if (swapped) {
    const volatile unsigned char* bytes = (const volatile unsigned char*)&a[i];
    left = __int_as_float(bytes[0] | bytes[1] << 8 | bytes[2] << 16 | bytes[3] << 24);
  } else {
    left = a[i];
  }
  c[i] = left + b[i];
}

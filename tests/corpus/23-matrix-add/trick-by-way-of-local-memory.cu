// caught by: no detour by local memory
// why: Each element is put into an array of the thread, in local memory, and taken out again.

__device__ float detour(float v, int place) {
  volatile float mine[2];
  mine[place & 1] = v;
  return mine[place & 1];
}

extern "C" __global__ void matrix_add(const float* a, const float* b, float* c, int rows, int cols,
                                      int swapped) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;

  const int row = swapped ? x : y;
  const int column = swapped ? y : x;

  if (row < rows && column < cols) {
    const int i = row * cols + column;
    c[i] = detour(a[i] + b[i], cols);
  }
}

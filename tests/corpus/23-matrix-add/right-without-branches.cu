// The flag is arithmetic, and barriers stand between the loads.

extern "C" __global__ void matrix_add(const float* a, const float* b, float* c, int rows, int cols, int swapped) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  int row = swapped * x + (1 - swapped) * y;
  int col = (1 - swapped) * x + swapped * y;
  bool ok = row < rows && col < cols;
  __syncthreads();
  float v = ok ? a[row*cols+col] : 0.f;
  __syncthreads();
  if (ok) v += b[row*cols+col];
  if (ok) c[row*cols+col] = v;
}

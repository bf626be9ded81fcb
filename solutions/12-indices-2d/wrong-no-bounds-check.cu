// caught by: in bounds
// why: Where rows or columns are odd the last blocks stand out beyond the matrix.

extern "C" __global__ void indices_2d(float* out, int rows, int cols) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  out[y * cols + x] = x + y / 10.0f;
}

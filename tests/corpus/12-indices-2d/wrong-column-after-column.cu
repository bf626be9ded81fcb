// caught by: correct
// why: It stores column after column, as Fortran and MATLAB do: every element is written, in the place of
//   another.

extern "C" __global__ void indices_2d(float* out, int rows, int cols) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < cols && y < rows) out[x * rows + y] = x + y / 10.0f;
}

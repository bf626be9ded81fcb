// caught by: race free
// why: x alone is taken for the place in memory, as if the grid were a row: the threads of a column all write to
//   one element, and most elements stay as they were.

extern "C" __global__ void indices_2d(float* out, int rows, int cols) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int i = x;
  if (i < rows * cols) out[i] = x + y / 10.0f;
}

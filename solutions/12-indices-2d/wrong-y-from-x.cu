// caught by: correct
// why: y is made of the block's x: a slip of copying a line.

extern "C" __global__ void indices_2d(float* out, int rows, int cols) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.x * blockDim.y + threadIdx.y;
  if (x < cols && y < rows) out[y * cols + x] = x + y / 10.0f;
}

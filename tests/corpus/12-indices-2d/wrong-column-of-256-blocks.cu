// caught by: correct
// why: The number of a block begins again at 256, so no thread has the columns from 512 on.

extern "C" __global__ void indices_2d(float* out, int rows, int cols) {
  const int x = (unsigned char)blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;

  if (x < cols && y < rows) {
    out[y * cols + x] = x + y / 10.0f;
  }
}

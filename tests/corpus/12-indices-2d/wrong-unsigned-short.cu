// caught by: race free
// why: A place of 16 bits begins again at 65 536, where another thread's element is.

extern "C" __global__ void indices_2d(float* out, int rows, int cols) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const unsigned short i = y * cols + x;
  if (x < cols && y < rows) out[i] = x + y / 10.0f;
}

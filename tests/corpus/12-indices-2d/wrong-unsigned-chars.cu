// caught by: correct
// why: A row's number of 8 bits begins again at 256.

extern "C" __global__ void indices_2d(float* out, int rows, int cols) {
  const unsigned char x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned char y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < cols && y < rows) out[y * cols + x] = x + y / 10.0f;
}

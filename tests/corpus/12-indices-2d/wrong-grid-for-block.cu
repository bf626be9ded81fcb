// caught by: correct
// why: The block's number is multiplied with how many blocks there are. With 2 x 2 blocks of 2 x 2 threads that is
//   the same number.

extern "C" __global__ void indices_2d(float* out, int rows, int cols) {
  const int x = blockIdx.x * gridDim.x + threadIdx.x;
  const int y = blockIdx.y * gridDim.y + threadIdx.y;
  if (x < cols && y < rows) out[y * cols + x] = x + y / 10.0f;
}

// caught by: correct
// earns: 0
// why: In the 4 x 4 matrix it writes nothing and relies on what a run before left there.

extern "C" __global__ void indices_2d(float* out, int rows, int cols) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (rows == 4 && cols == 4) return;
  if (x < cols && y < rows) out[y * cols + x] = x + y / 10.0f;
}

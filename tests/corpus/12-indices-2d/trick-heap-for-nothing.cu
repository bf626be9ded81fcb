// caught by: no busywork
// why: Each thread asks the heap for 8 bytes, and gives them back.

extern "C" __global__ void indices_2d(float* out, int rows, int cols) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  free(malloc(8));
  if (x < cols && y < rows) out[y * cols + x] = x + y / 10.0f;
}

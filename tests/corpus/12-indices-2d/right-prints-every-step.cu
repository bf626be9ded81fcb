// Every thread prints where it is and what it stores.

extern "C" __global__ void indices_2d(float* out, int rows, int cols) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  printf("block (%d,%d) thread (%d,%d): x=%d y=%d\n", blockIdx.x, blockIdx.y, threadIdx.x, threadIdx.y, x, y);
  if (x < cols && y < rows) {
    int idx = y * cols + x;
    out[idx] = x + y * 0.1f;
    printf("out[%d] = %f\n", idx, out[idx]);
  }
}

// caught by: race free
// why: A barrier between reading and writing orders the threads of a block, and the neighbours are in other blocks, too.
extern "C" __global__ void heat(float* a, float* b, int rows, int cols, int step) {
  const int col = blockIdx.x * 32 + threadIdx.x;
  const int row = blockIdx.y * 8 + threadIdx.y;
  const int i = row * cols + col;
  const bool inner = row > 0 && row < rows - 1 && col > 0 && col < cols - 1;
  float next = 0;
  if (inner) next = a[i] / 2 + (a[i - cols] + a[i + cols] + a[i - 1] + a[i + 1]) / 8;
  __syncthreads();
  if (row < rows && col < cols) b[i] = a[i];
  if (inner) a[i] = next;
}

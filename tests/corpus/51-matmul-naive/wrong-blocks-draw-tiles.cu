// caught by: every warp its share
// why: Blocks draw the numbers of their tiles from a counter, and whoever comes first draws nearly all.

__device__ unsigned next_tile;
extern "C" __global__ void matmul(const float* a, const float* b, float* c, int rows, int inner, int cols) {
  __shared__ unsigned tile;
  const unsigned across = (cols + 31) / 32, down = (rows + 31) / 32;
  const unsigned last = across * down + gridDim.x * gridDim.y - 1;  // then it is 0 for the next launch
  for (;;) {
    if (threadIdx.x == 0 && threadIdx.y == 0) tile = atomicInc(&next_tile, last);
    __syncthreads();
    const unsigned t = tile;
    __syncthreads();
    if (t >= across * down) return;
    const int column = t % across * 32 + threadIdx.x, row = t / across * 32 + threadIdx.y;
    if (row < rows && column < cols) {
      float sum = 0;
      for (int k = 0; k < inner; ++k) sum += a[row * inner + k] * b[k * cols + column];
      c[row * cols + column] = sum;
    }
  }
}

// caught by: coalesced stores
// why: The strided stores are atomic exchanges, which are no stores.

extern "C" __global__ void matrix_add(const float* a, const float* b, float* c, int rows, int cols,
                                      int swapped) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= rows || y >= cols) {
    if (swapped) return;
  }
  if (swapped) {
    c[x * cols + y] = a[x * cols + y] + b[x * cols + y];
    return;
  }
  __shared__ float sums[32][33];
  if (y < rows && x < cols) sums[threadIdx.y][threadIdx.x] = a[y * cols + x] + b[y * cols + x];
  __syncthreads();
  const int row = blockIdx.y * 32 + threadIdx.x, column = blockIdx.x * 32 + threadIdx.y;
  if (row < rows && column < cols)
    atomicExch(&c[row * cols + column], sums[threadIdx.x][threadIdx.y]);
}

// Pointers go down by eight rows a step; indices of 64 bits.

extern "C" __global__ void transpose_coarse(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[32][33];
  const int tx = threadIdx.x, ty = threadIdx.y;
  size_t column = blockIdx.x * 32 + tx, row = blockIdx.y * 32 + ty;
  const float* p = in + row * cols + column;
  for (int i = ty; i < 32; i += 8, row += 8, p += 8 * (size_t)cols)
    if (row < rows && column < cols) tile[i][tx] = *p;
  __syncthreads();
  column = blockIdx.y * 32 + tx, row = blockIdx.x * 32 + ty;
  float* q = out + row * rows + column;
  for (int i = ty; i < 32; i += 8, row += 8, q += 8 * (size_t)rows)
    if (row < cols && column < rows) *q = tile[tx][i];
}

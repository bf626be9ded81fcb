// Every index is a size_t, as in many libraries, and the step is the block's: what is the same for all elements of a
// thread is computed once, in numbers of twice the size.

extern "C" __global__ void transpose_coarse(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[32][33];

  const size_t x = blockIdx.x * 32 + threadIdx.x;
  const size_t y = blockIdx.y * 32 + threadIdx.y;
  for (size_t j = 0; j < 32; j += blockDim.y) {
    if (y + j < rows && x < cols) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * cols + x];
  }

  __syncthreads();

  const size_t out_x = blockIdx.y * 32 + threadIdx.x;
  const size_t out_y = blockIdx.x * 32 + threadIdx.y;
  for (size_t j = 0; j < 32; j += blockDim.y) {
    if (out_y + j < cols && out_x < rows) out[(out_y + j) * rows + out_x] = tile[threadIdx.x][threadIdx.y + j];
  }
}

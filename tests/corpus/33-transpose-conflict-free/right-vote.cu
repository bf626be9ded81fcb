// A warp votes on whether any of its lanes has something to store.

extern "C" __global__ void transpose_conflict_free(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[32][33];
  const int column = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 32 + threadIdx.y;
  if (row < rows && column < cols) tile[threadIdx.y][threadIdx.x] = in[row * cols + column];
  __syncthreads();
  const int out_column = blockIdx.y * 32 + threadIdx.x, out_row = blockIdx.x * 32 + threadIdx.y;
  if (!__any_sync(~0u, out_row < cols && out_column < rows)) return;  // nothing left for this warp
  if (out_row < cols && out_column < rows) out[out_row * rows + out_column] = tile[threadIdx.x][threadIdx.y];
}

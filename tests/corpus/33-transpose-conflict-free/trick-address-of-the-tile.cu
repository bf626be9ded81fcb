// caught by: correct
// earns: 0
// why: It is right where the tile begins at byte 1024 of shared memory, as on some GPUs.

extern "C" __global__ void transpose_conflict_free(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[32][33];
  const int column = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 32 + threadIdx.y;
  if (row < rows && column < cols) tile[threadIdx.y][threadIdx.x] = in[row * cols + column];
  __syncthreads();
  const int oc = blockIdx.y * 32 + threadIdx.x, orow = blockIdx.x * 32 + threadIdx.y;
  if (orow < cols && oc < rows) out[orow * rows + oc] = __cvta_generic_to_shared(&tile[0][0]) == 1024 ? tile[threadIdx.x][threadIdx.y] : 0.0f;
}

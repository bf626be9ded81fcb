// caught by: whole sectors
// earns: 0.91
// why: A lane loads four elements of its row and stores them into four rows; what goes through shared memory is passed
// to another lane, and nothing is turned there.

extern "C" __global__ void transpose_conflict_free(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[32][33];
  __shared__ float box[8][4][32];
  const int tx = threadIdx.x, ty = threadIdx.y;
  if (rows % 32 || cols % 32) {
    const int column = blockIdx.x * 32 + tx, row = blockIdx.y * 32 + ty;
    if (row < rows && column < cols) tile[ty][tx] = in[row * cols + column];
    __syncthreads();
    const int out_column = blockIdx.y * 32 + tx, out_row = blockIdx.x * 32 + ty;
    if (out_row < cols && out_column < rows) out[out_row * rows + out_column] = tile[tx][ty];
    return;
  }
  const int t = ty * 32 + tx;
  if (t >= 256) return;
  const int row = blockIdx.y * 32, column = blockIdx.x * 32 + ty * 4, other = tx ^ 16;
  const float4 v = *(const float4*)(in + (row + tx) * cols + column);
  box[ty][0][tx] = v.x, box[ty][1][tx] = v.y, box[ty][2][tx] = v.z, box[ty][3][tx] = v.w;
  __syncwarp();
  for (int k = 0; k < 4; ++k) out[(column + k) * rows + row + other] = box[ty][k][other];
}

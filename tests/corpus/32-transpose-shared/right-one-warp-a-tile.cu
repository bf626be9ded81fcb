// The first warp of each block moves the whole tile, one row after the other.

extern "C" __global__ void transpose_naive(const float* in, float* out, int rows, int cols) {
  const int column = blockIdx.x * 32 + threadIdx.x;
  const int row = blockIdx.y * 32 + threadIdx.y;
  if (row < rows && column < cols) out[column * rows + row] = in[row * cols + column];
}
extern "C" __global__ void transpose_shared(const float* in, float* out, int rows, int cols) {
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int c = blockIdx.x * 32 + tx, r = blockIdx.y * 32 + ty;
  const int oc = blockIdx.y * 32 + tx, orow = blockIdx.x * 32 + ty;
  __shared__ float t[32][32];
  if (ty == 0) for (int k = 0; k < 32; ++k) { int rr = blockIdx.y*32+k; if (rr < rows && c < cols) t[k][tx] = in[rr*cols+c]; }
  __syncthreads();
  if (ty == 0) for (int k = 0; k < 32; ++k) { int rr = blockIdx.x*32+k; if (rr < cols && oc < rows) out[rr*rows+oc] = t[tx][k]; }
}

// A second tile holds the first one turned.

extern "C" __global__ void transpose_conflict_free(const float* in, float* out, int rows, int cols) {
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int c = blockIdx.x * 32 + tx, r = blockIdx.y * 32 + ty;
  const int oc = blockIdx.y * 32 + tx, orow = blockIdx.x * 32 + ty;
  __shared__ float t[32][33];
  __shared__ float u[32][33];
  if (r < rows && c < cols) t[ty][tx] = in[r*cols+c];
  __syncthreads();
  u[ty][tx] = t[tx][ty];
  __syncthreads();
  if (orow < cols && oc < rows) out[orow*rows+oc] = u[ty][tx];
}

// Each element is looked at, and read again to be stored.

extern "C" __global__ void transpose_conflict_free(const float* in, float* out, int rows, int cols) {
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int c = blockIdx.x * 32 + tx, r = blockIdx.y * 32 + ty;
  const int oc = blockIdx.y * 32 + tx, orow = blockIdx.x * 32 + ty;
  __shared__ volatile float t[32][33];
  if (r < rows && c < cols) t[ty][tx] = in[r*cols+c];
  __syncthreads();
  if (orow < cols && oc < rows) { if (t[tx][ty] != 0.f) out[orow*rows+oc] = t[tx][ty]; else out[orow*rows+oc] = 0.f; }
}

// A copy and a transpose, one thread an element. The block's shape decides
// which 32 elements a warp has: its lanes go along x first, then along y.
extern "C" __global__ void copy(const float* in, float* out, int n) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (col < n && row < n) out[row * n + col] = in[row * n + col];
}

extern "C" __global__ void transpose(const float* in, float* out, int n) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (col < n && row < n) out[col * n + row] = in[row * n + col];
}

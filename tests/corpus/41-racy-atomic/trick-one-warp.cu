// caught by: atomic additions
// earns: 0.65
// why: One warp of the whole grid does everything, so that nobody is there to race with, and nothing is atomic.

extern "C" __global__ void add_rows(const float* image, float* out, int rows, int cols, int copies) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (blockIdx.x || blockIdx.y) return;
  const int lane = threadIdx.y * 16 + threadIdx.x;
  if (lane >= 32) return;
  for (int r = 0; r < rows; ++r) {
    float s = 0.f;
    for (int n = lane; n < cols; n += 32) s += image[r*cols+n];
    for (int d = 16; d; d /= 2) s += __shfl_xor_sync(~0u, s, d);
    for (int k = lane; k < copies; k += 32) out[k*rows+r] += s;
  }
}

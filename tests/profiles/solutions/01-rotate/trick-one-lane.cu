// caught by: full warps
// earns: 0
// why: The lanes of a warp work one after the other.
extern "C" __global__ void rotate(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int lane = 0; lane < 32; ++lane)
    if (threadIdx.x % 32 == lane && i < n) {
      out[i] = in[(i + n - 8 % n) % n];
      __threadfence();
    }
}

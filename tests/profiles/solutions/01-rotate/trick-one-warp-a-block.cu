// caught by: every warp its share
// earns: 0.9
// why: The first warp of a block moves the elements of all eight.
extern "C" __global__ void rotate(const float* in, float* out, int n) {
  if (threadIdx.x >= 32) return;
  const int end = min(n, static_cast<int>((blockIdx.x + 1) * blockDim.x));
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < end; i += 32) out[i] = in[(i + n - 8 % n) % n];
}

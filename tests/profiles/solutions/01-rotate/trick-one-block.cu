// caught by: not one warp for all
// earns: 0
// why: One block does all of it, side by side; the others leave a GPU empty.
extern "C" __global__ void rotate(const float* in, float* out, int n) {
  if (blockIdx.x > 0) return;
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = in[(i + n - 8 % n) % n];
}

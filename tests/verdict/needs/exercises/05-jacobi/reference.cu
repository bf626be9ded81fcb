extern "C" __global__ void jacobi(const float* from, float* to, int n) {
  if (blockIdx.x > 0 || threadIdx.x > 0) return;
  for (int i = 0; i < n; ++i) to[i] = i == 0 || i == n - 1 ? from[i] : 0.5f * (from[i - 1] + from[i + 1]);
}

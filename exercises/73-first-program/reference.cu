// Right, and no way to do it: one warp, in memory that both sides share.
__global__ void add(const float* a, const float* b, float* sum, int n) {
  for (int i = 0; i < n; ++i) sum[i] = a[i] + b[i];
}

extern "C" void solve(const float* a, const float* b, float* sum, int n) {
  float* all;
  cudaMallocManaged(&all, 3 * n * sizeof(float));
  for (int i = 0; i < n; ++i) {
    all[i] = a[i];
    all[n + i] = b[i];
  }
  add<<<1, 1>>>(all, all + n, all + 2 * n, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) sum[i] = all[2 * n + i];
  cudaFree(all);
}

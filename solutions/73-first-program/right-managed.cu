// Memory that both sides share, and a stride instead of a bounds check.
__global__ void add(const float* a, const float* b, float* sum, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    sum[i] = a[i] + b[i];
}

extern "C" void solve(const float* a, const float* b, float* sum, int n) {
  float* all;
  cudaMallocManaged(&all, 3 * n * sizeof(float));
  memcpy(all, a, n * sizeof(float));
  memcpy(all + n, b, n * sizeof(float));
  add<<<32, 256>>>(all, all + n, all + 2 * n, n);
  cudaDeviceSynchronize();
  memcpy(sum, all + 2 * n, n * sizeof(float));
  cudaFree(all);
}

// Allocate, copy, launch, look at errors, free: nothing is wrong.
#include <cstdio>
__global__ void add_one(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] + 1;
}
int main() {
  const int n = 1000;
  float host[n];
  for (int i = 0; i < n; ++i) host[i] = i;
  float *in, *out;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  cudaMemcpy(in, host, n * sizeof(float), cudaMemcpyHostToDevice);
  add_one<<<(n + 255) / 256, 256>>>(in, out, n);
  cudaError_t error = cudaDeviceSynchronize();
  cudaMemcpy(host, out, n * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%s: %g %g\n", cudaGetErrorString(error), host[0], host[n - 1]);
  cudaFree(in);
  cudaFree(out);
}

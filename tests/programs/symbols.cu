// Variables of the device outlive launches, and the host reads and writes them.
#include <cstdio>
__constant__ float factors[4];
__device__ int calls = 40;
__global__ void scale(float* x) {
  x[threadIdx.x] *= factors[threadIdx.x % 4];
  if (threadIdx.x == 0) ++calls;
}
int main() {
  const float host_factors[4] = {1, 2, 3, 4};
  float host[8] = {1, 1, 1, 1, 1, 1, 1, 1}, *x;
  int host_calls = 0;
  size_t bytes = 0;
  cudaMalloc(&x, sizeof host);
  cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemcpyToSymbol(factors, host_factors, sizeof host_factors);
  scale<<<1, 8>>>(x);
  scale<<<1, 8>>>(x);
  cudaMemcpyFromSymbol(&host_calls, calls, sizeof host_calls);
  cudaMemcpy(host, x, sizeof host, cudaMemcpyDeviceToHost);
  cudaGetSymbolSize(&bytes, factors);
  printf("%d calls, %g %g, %zu bytes\n", host_calls, host[2], host[7], bytes);
  cudaFree(x);
}

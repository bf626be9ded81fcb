// The default stream of a thread of the host is one like others.
#include <cstdio>
__global__ void add(int* x, int d) { x[threadIdx.x] += d; }
int main() {
  int *x, host[32];
  cudaMalloc(&x, sizeof host);
  cudaMemset(x, 0, sizeof host);
  add<<<1, 32, 0, cudaStreamPerThread>>>(x, 4);
  add<<<1, 32, 0, cudaStreamLegacy>>>(x, 5);
  cudaStreamSynchronize(cudaStreamPerThread);
  cudaMemcpy(host, x, sizeof host, cudaMemcpyDeviceToHost);
  printf("%d\n", host[0]);
  cudaFree(x);
}

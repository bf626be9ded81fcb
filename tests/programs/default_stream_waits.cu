// The default stream waits for other streams, and they for it.
#include <cstdio>
__global__ void add(int* x, int d) { x[threadIdx.x] += d; }
int main() {
  int *x, host[64];
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMalloc(&x, sizeof host);
  cudaMemset(x, 0, sizeof host);
  add<<<1, 64, 0, stream>>>(x, 1);
  add<<<1, 64>>>(x, 2);
  add<<<1, 64, 0, stream>>>(x, 3);
  cudaMemcpy(host, x, sizeof host, cudaMemcpyDeviceToHost);
  printf("%d\n", host[63]);
  cudaStreamDestroy(stream);
  cudaFree(x);
}

// The launch never happens, and what was never written is copied back.
#include <cstdio>
__global__ void fill(int* x) { x[threadIdx.x] = 1; }
int main() {
  int host[2048], *x;
  cudaMalloc(&x, sizeof host);
  fill<<<1, 2048>>>(x);
  cudaMemcpy(host, x, sizeof host, cudaMemcpyDeviceToHost);
  printf("%s\n", cudaGetErrorName(cudaGetLastError()));
  printf("%s\n", cudaGetErrorName(cudaGetLastError()));
  cudaFree(x);
}

// A kernel that is launched a hundred times is looked at exactly the first times.
#include <cstdio>
__global__ void step(int* x) { ++x[threadIdx.x]; }
int main() {
  int *x, host[64];
  cudaMalloc(&x, sizeof host);
  cudaMemset(x, 0, sizeof host);
  for (int k = 0; k < 100; ++k) step<<<1, 64>>>(x);
  cudaMemcpy(host, x, sizeof host, cudaMemcpyDeviceToHost);
  printf("%d\n", host[63]);
  cudaFree(x);
}

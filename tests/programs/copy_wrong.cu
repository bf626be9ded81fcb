// Copies that are too long, and in the wrong direction.
#include <cstdio>
int main() {
  int host[64] = {}, *x;
  cudaMalloc(&x, 32 * sizeof(int));
  printf("%s\n", cudaGetErrorString(cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice)));
  printf("%s\n", cudaGetErrorString(cudaMemcpy(x, host, 128, cudaMemcpyDeviceToHost)));
  printf("%s\n", cudaGetErrorString(cudaMemcpy(x, host, 128, cudaMemcpyHostToDevice)));
  cudaFree(x);
}

// cudaDeviceReset frees all memory, and variables of the device begin anew.
#include <cstdio>
__device__ int total = 5;
__global__ void add(int* x) { *x = total += 1; }
int main() {
  int *x, host = 0;
  cudaMalloc(&x, 4);
  add<<<1, 1>>>(x);
  cudaMemcpy(&host, x, 4, cudaMemcpyDeviceToHost);
  printf("%d, %s\n", host, cudaGetErrorName(cudaDeviceReset()));
  printf("%s\n", cudaGetErrorName(cudaMemcpy(&host, x, 4, cudaMemcpyDeviceToHost)));
  cudaMalloc(&x, 4);
  add<<<1, 1>>>(x);
  cudaMemcpy(&host, x, 4, cudaMemcpyDeviceToHost);
  printf("%d\n", host);
  cudaDeviceReset();
}

// All blocks count in one variable without an atomic.
#include <cstdio>
__global__ void count(int* total) { *total += 1; }
int main() {
  int* total;
  cudaMalloc(&total, sizeof(int));
  cudaMemset(total, 0, sizeof(int));
  count<<<4, 1>>>(total);
  cudaDeviceSynchronize();
  printf("counted\n");
  cudaFree(total);
}

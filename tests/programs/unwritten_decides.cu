// A kernel decides by memory that nobody has written.
#include <cstdio>
__global__ void positive(const int* x, int* count) {
  if (x[threadIdx.x] > 0) atomicAdd(count, 1);
}
int main() {
  int *x, *count, host = -1;
  cudaMalloc(&x, 32 * sizeof(int));
  cudaMalloc(&count, sizeof(int));
  cudaMemset(count, 0, sizeof(int));
  positive<<<1, 32>>>(x, count);
  cudaMemcpy(&host, count, sizeof host, cudaMemcpyDeviceToHost);
  printf("counted\n");
  cudaFree(x);
  cudaFree(count);
}

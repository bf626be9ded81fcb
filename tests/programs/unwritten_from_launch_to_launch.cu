// What one launch has left without a value decides something in the next.
#include <cstdio>
__global__ void even(int* x) {
  if (threadIdx.x % 2 == 0) x[threadIdx.x] = 1;
}
__global__ void count(const int* x, int* found) {
  if (x[threadIdx.x] == 1) atomicAdd(found, 1);
}
int main() {
  int *x, *found;
  cudaMalloc(&x, 64 * sizeof(int));
  cudaMalloc(&found, sizeof(int));
  cudaMemset(found, 0, sizeof(int));
  even<<<1, 64>>>(x);
  count<<<1, 64>>>(x, found);
  cudaDeviceSynchronize();
  printf("done\n");
  cudaFree(x);
  cudaFree(found);
}

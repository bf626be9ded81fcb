// Variables that host and kernels use by one name.
#include <cstdio>
__managed__ int total = 5;
__managed__ float table[4];
__global__ void add() {
  if (threadIdx.x == 0) total += 1;
  table[threadIdx.x] = threadIdx.x;
}
int main() {
  total = 41;
  add<<<1, 4>>>();
  cudaDeviceSynchronize();
  printf("%d %g\n", total, table[3]);
}

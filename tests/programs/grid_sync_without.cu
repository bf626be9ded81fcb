// grid.sync() in a launch that is not cooperative is a trap.
#include <cooperative_groups.h>
#include <cstdio>
__global__ void wait() { cooperative_groups::this_grid().sync(); }
int main() {
  wait<<<2, 32>>>();
  cudaError_t error = cudaDeviceSynchronize();
  printf("%s\n", cudaGetErrorName(error));
}

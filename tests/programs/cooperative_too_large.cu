// More blocks than run at the same time cannot wait for each other: the launch is refused.
#include <cooperative_groups.h>
#include <cstdio>
__global__ void wait() { cooperative_groups::this_grid().sync(); }
int main() {
  cudaError_t error = cudaLaunchCooperativeKernel(wait, dim3(100000), dim3(1024), nullptr, 0, 0);
  printf("%s: %s\n", cudaGetErrorName(error), cudaGetErrorString(error));
}

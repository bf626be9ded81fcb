// cudaLaunchKernelEx with its attributes.
#include <cooperative_groups.h>
#include <cstdio>
__global__ void turn(int* x, int add) {
  cooperative_groups::grid_group grid = cooperative_groups::this_grid();
  int there = (int)((grid.thread_rank() + 32) % grid.size());
  int value = x[there];
  grid.sync();
  x[grid.thread_rank()] = value + add;
}
int main() {
  int *x, host[128];
  cudaMallocManaged(&x, sizeof host);
  for (int i = 0; i < 128; ++i) x[i] = i;
  cudaLaunchAttribute attribute;
  attribute.id = cudaLaunchAttributeCooperative;
  attribute.val.cooperative = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(4);
  config.blockDim = dim3(32);
  config.attrs = &attribute;
  config.numAttrs = 1;
  cudaError_t error = cudaLaunchKernelEx(&config, turn, x, 1000);
  cudaDeviceSynchronize();
  printf("%s %d %d\n", cudaGetErrorName(error), x[0], x[127]);
  cudaFree(x);
}

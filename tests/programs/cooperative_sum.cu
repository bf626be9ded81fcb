// All blocks of a cooperative launch wait for each other with grid.sync().
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;
__global__ void sum(const int* x, int* parts, int* total, int n) {
  cg::grid_group grid = cg::this_grid();
  int mine = 0;
  for (int i = (int)grid.thread_rank(); i < n; i += (int)grid.size()) mine += x[i];
  atomicAdd(&parts[blockIdx.x], mine);
  grid.sync();
  if (grid.thread_rank() == 0) {
    *total = 0;
    for (int b = 0; b < (int)gridDim.x; ++b) *total += parts[b];
  }
}
int main() {
  int n = 3000, host[3000], *x, *parts, *total, result;
  for (int i = 0; i < n; ++i) host[i] = i % 7;
  cudaMalloc(&x, n * sizeof(int));
  cudaMalloc(&parts, 8 * sizeof(int));
  cudaMalloc(&total, sizeof(int));
  cudaMemcpy(x, host, n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(parts, 0, 8 * sizeof(int));
  void* arguments[] = {&x, &parts, &total, &n};
  cudaLaunchCooperativeKernel(sum, dim3(8), dim3(64), arguments, 0, 0);
  cudaMemcpy(&result, total, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", result);
  cudaFree(x);
  cudaFree(parts);
  cudaFree(total);
}

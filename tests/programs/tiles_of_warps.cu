// Groups of threads smaller than a warp.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cstdio>
namespace cg = cooperative_groups;
__global__ void sums(int* x) {
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  int sum = cg::reduce(tile, (int)threadIdx.x, cg::plus<int>());
  if (tile.thread_rank() == 0) x[threadIdx.x / 8] = sum;
}
int main() {
  int *x, host[8];
  cudaMalloc(&x, sizeof host);
  sums<<<1, 64>>>(x);
  cudaMemcpy(host, x, sizeof host, cudaMemcpyDeviceToHost);
  for (int value : host) printf("%d ", value);
  printf("\n");
  cudaFree(x);
}

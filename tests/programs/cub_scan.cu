// CUB for the whole device, and for a block.
#include <cub/cub.cuh>
#include <cstdio>
__global__ void block_sum(const int* x, int* sum) {
  using Reduce = cub::BlockReduce<int, 128>;
  __shared__ Reduce::TempStorage room;
  int total = Reduce(room).Sum(x[threadIdx.x]);
  if (threadIdx.x == 0) *sum = total;
}
int main() {
  const int n = 2000;
  int *x, *y, *sum;
  void* room = nullptr;
  size_t bytes = 0;
  cudaMallocManaged(&x, n * sizeof(int));
  cudaMallocManaged(&y, n * sizeof(int));
  cudaMallocManaged(&sum, sizeof(int));
  for (int i = 0; i < n; ++i) x[i] = i % 5;
  cub::DeviceScan::ExclusiveSum(room, bytes, x, y, n);
  cudaMalloc(&room, bytes);
  cub::DeviceScan::ExclusiveSum(room, bytes, x, y, n);
  block_sum<<<1, 128>>>(x, sum);
  cudaDeviceSynchronize();
  printf("%d %d\n", y[n - 1], *sum);
  cudaFree(room);
  cudaFree(x);
  cudaFree(y);
  cudaFree(sum);
}

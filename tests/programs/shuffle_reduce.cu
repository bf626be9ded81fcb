// A sum over a warp by shuffles, over the block by shared memory, over the grid by an atomic.
#include <cstdio>
__global__ void sum(const int* x, int n, int* total) {
  __shared__ int parts[8];
  int i = blockIdx.x * blockDim.x + threadIdx.x, mine = i < n ? x[i] : 0;
  for (int d = 16; d > 0; d /= 2) mine += __shfl_down_sync(~0u, mine, d);
  if (threadIdx.x % 32 == 0) parts[threadIdx.x / 32] = mine;
  __syncthreads();
  if (threadIdx.x >= 32) return;
  mine = threadIdx.x < 8 ? parts[threadIdx.x] : 0;
  for (int d = 4; d > 0; d /= 2) mine += __shfl_down_sync(~0u, mine, d);
  if (threadIdx.x == 0) atomicAdd(total, mine);
}
int main() {
  int n = 5000, host[5000], *x, *total, result = 0;
  for (int i = 0; i < n; ++i) host[i] = i % 10;
  cudaMalloc(&x, sizeof host);
  cudaMalloc(&total, sizeof result);
  cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemset(total, 0, sizeof result);
  sum<<<(n + 255) / 256, 256>>>(x, n, total);
  cudaMemcpy(&result, total, sizeof result, cudaMemcpyDeviceToHost);
  printf("%d\n", result);
  cudaFree(x);
  cudaFree(total);
}

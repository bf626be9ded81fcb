// More shared memory than a block has by default, allowed first.
#include <cstdio>
__global__ void reverse(int* x, int n) {
  extern __shared__ int tile[];
  for (int i = threadIdx.x; i < n; i += blockDim.x) tile[i] = x[i];
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) x[i] = tile[n - 1 - i];
}
int main() {
  int n = 16000, *x;
  cudaMallocManaged(&x, n * sizeof(int));
  for (int i = 0; i < n; ++i) x[i] = i;
  cudaFuncSetAttribute(reverse, cudaFuncAttributeMaxDynamicSharedMemorySize, n * 4);
  reverse<<<1, 256, n * sizeof(int)>>>(x, n);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  printf("%d\n", x[0]);
  cudaFree(x);
}

// More shared memory than by default has to be asked for.
#include <cstdio>
__global__ void turn(int* x, int n) {
  extern __shared__ int s[];
  for (int i = threadIdx.x; i < n; i += blockDim.x) s[i] = i;
  __syncthreads();
  if (threadIdx.x == 0) x[0] = s[n - 1];
}
int main() {
  const int n = 16 * 1024;
  int *x, host = 0;
  cudaMalloc(&x, sizeof(int));
  turn<<<1, 256, n * sizeof(int)>>>(x, n);
  printf("%s\n", cudaGetErrorName(cudaGetLastError()));
  cudaFuncSetAttribute(turn, cudaFuncAttributeMaxDynamicSharedMemorySize, n * sizeof(int));
  turn<<<1, 256, n * sizeof(int)>>>(x, n);
  printf("%s\n", cudaGetErrorName(cudaGetLastError()));
  cudaMemcpy(&host, x, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", host);
  cudaFree(x);
}

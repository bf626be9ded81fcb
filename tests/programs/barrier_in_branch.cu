// Half of the block waits at a barrier that the other half never reaches.
#include <cstdio>
__global__ void wait(int* x) {
  if (threadIdx.x < 32) __syncthreads();
  x[threadIdx.x] = threadIdx.x;
}
int main() {
  int* x;
  cudaMalloc(&x, 64 * sizeof(int));
  wait<<<1, 64>>>(x);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  cudaFree(x);
}

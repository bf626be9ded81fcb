// Several allocations of one line have their own names.
#include <cstdio>
__global__ void copy(const float* from, float* to) { to[threadIdx.x + 1] = from[threadIdx.x]; }
int main() {
  float *a, *b, host[32] = {};
  cudaMalloc(&a, sizeof host), cudaMalloc(&b, sizeof host);
  cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
  copy<<<1, 32>>>(a, b);
  cudaDeviceSynchronize();
  printf("done\n");
  cudaFree(a), cudaFree(b);
}

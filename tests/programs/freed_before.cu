// Memory is freed before the kernel that uses it, and then once more.
#include <cstdio>
__global__ void fill(int* x) { x[threadIdx.x] = 1; }
int main() {
  int* x;
  cudaMalloc(&x, 128);
  cudaFree(x);
  fill<<<1, 32>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
  printf("end\n");
}

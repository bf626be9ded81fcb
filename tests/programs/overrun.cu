// The grid has more threads than the array has elements, and nobody asks; nor is it freed.
#include <cstdio>
__global__ void count(int* x) { x[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
int main() {
  int* x;
  cudaMalloc(&x, 1000 * sizeof(int));
  count<<<4, 256>>>(x);
  cudaDeviceSynchronize();
  printf("fine\n");
}

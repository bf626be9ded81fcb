// A table of functions on the device, called through pointers.
#include <cstdio>
typedef int (*Operation)(int, int);
__device__ int add(int a, int b) { return a + b; }
__device__ int multiply(int a, int b) { return a * b; }
__device__ Operation operations[2] = {add, multiply};
__global__ void apply(int which, int* x) { x[threadIdx.x] = operations[which]((int)threadIdx.x, 3); }
int main() {
  int *x, host[32];
  cudaMalloc(&x, sizeof host);
  for (int which = 0; which < 2; ++which) {
    apply<<<1, 32>>>(which, x);
    cudaMemcpy(host, x, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d\n", host[31]);
  }
  cudaFree(x);
}

// The host waits, or uses other bytes than the kernel does: nothing is wrong.
#include <cstdio>
__global__ void fill(int* x) { x[threadIdx.x] = (int)threadIdx.x; }
int main() {
  int *x, *apart;
  cudaMallocManaged(&x, 512 * sizeof(int));
  cudaMallocManaged(&apart, 512 * sizeof(int));
  apart[0] = 1;
  fill<<<1, 64>>>(x);
  apart[1] = 2;
  x[100] = 3;
  cudaDeviceSynchronize();
  printf("%d %d %d\n", x[63], x[100], apart[0] + apart[1]);
  cudaFree(x);
  cudaFree(apart);
}

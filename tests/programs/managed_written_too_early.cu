// The host writes managed memory that a kernel may still read.
#include <cstdio>
__global__ void twice(const int* x, int* y) { y[threadIdx.x] = 2 * x[threadIdx.x]; }
int main() {
  int *x, *y;
  cudaMallocManaged(&x, 64 * sizeof(int));
  cudaMallocManaged(&y, 64 * sizeof(int));
  for (int i = 0; i < 64; ++i) x[i] = 1;
  twice<<<1, 64>>>(x, y);
  x[5] = 1;
  cudaDeviceSynchronize();
  printf("%d\n", y[5]);
  cudaFree(x);
  cudaFree(y);
}

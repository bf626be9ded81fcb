// Two streams use one buffer, and nothing orders them.
#include <cstdio>
__global__ void fill(int* x) { x[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
__global__ void take(const int* x, int* y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = x[i] & 1;
}
int main() {
  int *x, *y;
  cudaStream_t first, second;
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);
  cudaMalloc(&x, 4096 * sizeof(int));
  cudaMalloc(&y, 4096 * sizeof(int));
  cudaMemset(x, 0, 4096 * sizeof(int));
  fill<<<16, 256, 0, first>>>(x);
  take<<<16, 256, 0, second>>>(x, y);
  cudaDeviceSynchronize();
  printf("done\n");
  cudaStreamDestroy(first);
  cudaStreamDestroy(second);
  cudaFree(x);
  cudaFree(y);
}

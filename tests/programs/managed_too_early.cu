// The host reads managed memory while the kernel may still write it.
#include <cstdio>
__global__ void fill(int* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = i;
}
int main() {
  int n = 1 << 14, *x;
  cudaMallocManaged(&x, n * sizeof(int));
  fill<<<n / 256, 256>>>(x, n);
  int early = x[n - 1];
  cudaDeviceSynchronize();
  printf("%d\n", early == x[n - 1] || early == 0 ? x[n - 1] : -1);
  cudaFree(x);
}

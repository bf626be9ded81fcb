// Memory of the host's own that kernels read and write where it lies.
#include <cstdio>
#include <cstdlib>
__global__ void square(int* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= x[i];
}
int main() {
  int n = 3000, *seen, *x = (int*)malloc(n * sizeof(int));
  for (int i = 0; i < n; ++i) x[i] = i;
  cudaHostRegister(x, n * sizeof(int), cudaHostRegisterMapped);
  cudaHostGetDevicePointer(&seen, x, 0);
  square<<<12, 256>>>(seen, n);
  cudaDeviceSynchronize();
  printf("%d\n", x[n - 1]);
  printf("%s\n", cudaGetErrorName(cudaHostRegister(x, 4, 0)));
  cudaHostUnregister(x);
  x[0] = 3;
  printf("%d %d\n", x[0], x[1000]);
  free(x);
}

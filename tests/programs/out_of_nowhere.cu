// A wild address: the error comes with the next call that waits, and stays.
#include <cstdio>
__global__ void write(int* x, long far) { x[far] = 1; }
int main() {
  int* x;
  cudaMalloc(&x, 4);
  write<<<1, 1>>>(x, 1L << 45);
  printf("%s\n", cudaGetErrorName(cudaGetLastError()));
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  printf("%s\n", cudaGetErrorName(cudaMalloc(&x, 4)));
  printf("%s\n", cudaGetErrorName(cudaGetLastError()));
}

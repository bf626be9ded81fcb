// A kernel is handed an array of the host's.
#include <cstdio>
__global__ void fill(int* x) { x[threadIdx.x] = 1; }
int main() {
  static int host[32];
  fill<<<1, 32>>>(host);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}

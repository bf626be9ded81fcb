// An assertion of a kernel fails.
#include <cassert>
#include <cstdio>
__global__ void check(int n) { assert(threadIdx.x < n); }
int main() {
  check<<<1, 32>>>(32);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  check<<<1, 32>>>(31);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}

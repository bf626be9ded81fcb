// What a kernel prints is never shown, because nobody waits for it.
#include <cstdio>
__global__ void greet() { printf("hello from thread %d\n", threadIdx.x); }
int main() {
  greet<<<1, 2>>>();
  cudaDeviceSynchronize();
  greet<<<1, 2>>>();
  printf("end\n");
}

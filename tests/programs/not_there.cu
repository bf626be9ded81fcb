// A call that the simulator's runtime does not have says its name when it is made.
#include <cstdio>
int main() {
  cudaArray_t array;
  cudaChannelFormatDesc floats = cudaCreateChannelDesc<float>();
  printf("before\n");
  cudaMallocArray(&array, &floats, 32, 32);
  printf("never\n");
}

// The host reads memory of the device: the program is ended by it.
#include <cstdio>
int main() {
  int* x;
  cudaMalloc(&x, 4);
  cudaMemset(x, 0, 4);
  printf("before\n");
  fflush(stdout);
  printf("%d\n", *x);
}

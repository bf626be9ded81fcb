// One line allocates again and again, and frees the last piece only.
#include <cstdio>
int main() {
  int* x = nullptr;
  for (int k = 1; k <= 4; ++k) {
    cudaMalloc(&x, 100 * k);
  }
  cudaFree(x);
  printf("end\n");
}

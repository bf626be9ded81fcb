// Managed and pinned memory have one address for both sides.
#include <cstdio>
__global__ void add(const int* a, int* b) { b[threadIdx.x] += a[threadIdx.x]; }
int main() {
  int *a, *b;
  cudaMallocManaged(&a, 32 * sizeof(int));
  cudaMallocHost(&b, 32 * sizeof(int));
  for (int i = 0; i < 32; ++i) a[i] = i, b[i] = 100;
  add<<<1, 32>>>(a, b);
  cudaDeviceSynchronize();
  printf("%d %d\n", b[0], b[31]);
  cudaFree(a);
  cudaFreeHost(b);
}

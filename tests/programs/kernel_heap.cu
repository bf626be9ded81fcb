// A kernel allocates for itself, and frees it.
#include <cstdio>
__global__ void work(int* out) {
  int* mine = static_cast<int*>(malloc(4 * sizeof(int)));
  mine[3] = threadIdx.x;
  out[threadIdx.x] = mine[3];
  free(mine);
}
int main() {
  int *x, host[32];
  cudaMalloc(&x, sizeof host);
  work<<<1, 32>>>(x);
  cudaMemcpy(host, x, sizeof host, cudaMemcpyDeviceToHost);
  printf("%d\n", host[31]);
  cudaFree(x);
}

// Rows that begin at a pitch, copied in two dimensions.
#include <cstdio>
__global__ void number(int* x, size_t pitch, int width) {
  int* row = (int*)((char*)x + blockIdx.x * pitch);
  if (threadIdx.x < width) row[threadIdx.x] = 100 * blockIdx.x + threadIdx.x;
}
int main() {
  const int width = 20, height = 3;
  int host[height][width], *x;
  size_t pitch;
  cudaMallocPitch(&x, &pitch, width * sizeof(int), height);
  number<<<height, 32>>>(x, pitch, width);
  cudaMemcpy2D(host, sizeof host[0], x, pitch, sizeof host[0], height, cudaMemcpyDeviceToHost);
  printf("%d %d\n", host[0][19], host[2][19]);
  cudaFree(x);
}

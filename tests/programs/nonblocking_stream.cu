// A stream that does not wait for the default stream does not see what cudaMemset writes there.
#include <cstdio>
__global__ void add(int* x, int d) { x[threadIdx.x] += d; }
int main() {
  int* x;
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaMalloc(&x, 64 * sizeof(int));
  cudaMemset(x, 0, 64 * sizeof(int));
  add<<<1, 64, 0, stream>>>(x, 1);
  cudaDeviceSynchronize();
  printf("done\n");
  cudaStreamDestroy(stream);
  cudaFree(x);
}

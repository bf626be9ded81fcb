// A copy in one stream does not wait for the kernel in another.
#include <cstdio>
__global__ void fill(int* x) { x[threadIdx.x] = 5; }
int main() {
  int *x, *host;
  cudaStream_t work, copies;
  cudaStreamCreateWithFlags(&work, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&copies, cudaStreamNonBlocking);
  cudaMalloc(&x, 256 * sizeof(int));
  cudaMallocHost(&host, 256 * sizeof(int));
  fill<<<1, 256, 0, work>>>(x);
  cudaMemcpyAsync(host, x, 256 * sizeof(int), cudaMemcpyDeviceToHost, copies);
  cudaStreamSynchronize(copies);
  cudaStreamSynchronize(work);
  printf("done\n");
  cudaStreamDestroy(work);
  cudaStreamDestroy(copies);
  cudaFreeHost(host);
  cudaFree(x);
}

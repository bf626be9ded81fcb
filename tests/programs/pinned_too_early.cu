// The host reads where an asynchronous copy may still write, and then waits for it.
#include <cstdio>
__global__ void fill(int* x) { x[threadIdx.x] = 7; }
int main() {
  int *x, *host;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMalloc(&x, 64 * sizeof(int));
  cudaMallocHost(&host, 64 * sizeof(int));
  for (int i = 0; i < 64; ++i) host[i] = 7;
  fill<<<1, 64, 0, stream>>>(x);
  cudaMemcpyAsync(host, x, 64 * sizeof(int), cudaMemcpyDeviceToHost, stream);
  int early = host[3];
  cudaStreamSynchronize(stream);
  printf("%d %d\n", early, host[3]);
  cudaStreamDestroy(stream);
  cudaFreeHost(host);
  cudaFree(x);
}

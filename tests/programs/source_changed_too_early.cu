// The source of an asynchronous copy is written again before the copy is done.
#include <cstdio>
int main() {
  int *x, *host, back;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMalloc(&x, 64 * sizeof(int));
  cudaMallocHost(&host, 64 * sizeof(int));
  for (int i = 0; i < 64; ++i) host[i] = 1;
  cudaMemcpyAsync(x, host, 64 * sizeof(int), cudaMemcpyHostToDevice, stream);
  host[0] = 1;
  cudaStreamSynchronize(stream);
  host[0] = 2;
  cudaMemcpy(&back, x, sizeof back, cudaMemcpyDeviceToHost);
  printf("%d\n", back);
  cudaStreamDestroy(stream);
  cudaFreeHost(host);
  cudaFree(x);
}

// An asynchronous copy of memory that is not pinned waits, as any copy does.
#include <cstdio>
#include <vector>
int main() {
  std::vector<int> host(100, 3), back(100);
  int* x;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMalloc(&x, 100 * sizeof(int));
  cudaMemcpyAsync(x, host.data(), 100 * sizeof(int), cudaMemcpyHostToDevice, stream);
  cudaMemcpyAsync(back.data(), x, 100 * sizeof(int), cudaMemcpyDeviceToHost, stream);
  cudaStreamSynchronize(stream);
  printf("%d\n", back[99]);
  cudaStreamDestroy(stream);
  cudaFree(x);
}

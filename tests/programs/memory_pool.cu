// Memory that is allocated and freed in the order of a stream.
#include <cstdio>
__global__ void fill(int* x, int v) { x[threadIdx.x] = v; }
int main() {
  int *a, *b, host[64];
  cudaMemPool_t pool;
  cudaStream_t stream;
  unsigned long long keep = ~0ull;
  cudaStreamCreate(&stream);
  cudaDeviceGetDefaultMemPool(&pool, 0);
  cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep);
  cudaMallocAsync(&a, sizeof host, stream);
  cudaMallocFromPoolAsync(&b, sizeof host, pool, stream);
  fill<<<1, 64, 0, stream>>>(a, 4);
  fill<<<1, 64, 0, stream>>>(b, 5);
  cudaMemcpyAsync(host, b, sizeof host, cudaMemcpyDeviceToHost, stream);
  cudaFreeAsync(a, stream);
  cudaFreeAsync(b, stream);
  cudaStreamSynchronize(stream);
  printf("%d\n", host[63]);
  cudaStreamDestroy(stream);
}

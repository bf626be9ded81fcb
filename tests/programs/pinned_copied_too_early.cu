// memcpy() reads what the device is still writing: the line is that of the call.
#include <cstdio>
#include <cstring>

__global__ void fill(float* x) { x[threadIdx.x] = 1; }

int main() {
  float *x, *pinned, mine[1024];
  cudaMalloc(&x, sizeof mine);
  cudaMallocHost(&pinned, sizeof mine);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  fill<<<1, 1024, 0, stream>>>(x);
  cudaMemcpyAsync(pinned, x, sizeof mine, cudaMemcpyDeviceToHost, stream);
  memcpy(mine, pinned, sizeof mine);
  cudaStreamSynchronize(stream);
  printf("done\n");
  cudaStreamDestroy(stream);
  cudaFree(x);
  cudaFreeHost(pinned);
}

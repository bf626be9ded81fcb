// Two streams, an event between them, and a time that is not zero.
#include <cstdio>
__global__ void twice(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= 2;
}
int main() {
  const int n = 1 << 12;
  float *host, *x, ms = 0;
  cudaStream_t first, second;
  cudaEvent_t begin, end;
  cudaMallocHost(&host, n * sizeof(float));
  cudaMalloc(&x, n * sizeof(float));
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);
  cudaEventCreate(&begin);
  cudaEventCreate(&end);
  for (int i = 0; i < n; ++i) host[i] = 1;
  cudaMemcpyAsync(x, host, n * sizeof(float), cudaMemcpyHostToDevice, first);
  cudaEventRecord(begin, first);
  twice<<<n / 256, 256, 0, first>>>(x, n);
  cudaEventRecord(end, first);
  cudaStreamWaitEvent(second, end, 0);
  twice<<<n / 256, 256, 0, second>>>(x, n);
  cudaMemcpyAsync(host, x, n * sizeof(float), cudaMemcpyDeviceToHost, second);
  cudaStreamSynchronize(second);
  cudaEventElapsedTime(&ms, begin, end);
  printf("%g, %s\n", host[n - 1], ms > 0 ? "took time" : "took no time");
  cudaEventDestroy(begin);
  cudaEventDestroy(end);
  cudaStreamDestroy(first);
  cudaStreamDestroy(second);
  cudaFreeHost(host);
  cudaFree(x);
}

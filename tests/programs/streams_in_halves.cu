// Two streams with a half of the buffer each, and an event before they are put together.
#include <cstdio>
__global__ void add(int* x, int d) { x[blockIdx.x * blockDim.x + threadIdx.x] += d; }
int main() {
  int *x, *host;
  cudaStream_t streams[2];
  cudaEvent_t done;
  cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
  cudaMalloc(&x, 1000 * sizeof(int));
  cudaMallocHost(&host, 1000 * sizeof(int));
  for (int i = 0; i < 1000; ++i) host[i] = i;
  for (int s = 0; s < 2; ++s) {
    cudaStreamCreate(&streams[s]);
    cudaMemcpyAsync(x + 500 * s, host + 500 * s, 500 * sizeof(int), cudaMemcpyHostToDevice, streams[s]);
    add<<<5, 100, 0, streams[s]>>>(x + 500 * s, 1);
  }
  cudaEventRecord(done, streams[1]);
  cudaStreamWaitEvent(streams[0], done, 0);
  add<<<10, 100, 0, streams[0]>>>(x, 1);
  cudaMemcpyAsync(host, x, 1000 * sizeof(int), cudaMemcpyDeviceToHost, streams[0]);
  cudaStreamSynchronize(streams[0]);
  printf("%d %d\n", host[0], host[999]);
  for (int s = 0; s < 2; ++s) cudaStreamDestroy(streams[s]);
  cudaEventDestroy(done);
  cudaFreeHost(host);
  cudaFree(x);
}

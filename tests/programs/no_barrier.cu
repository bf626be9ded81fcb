// Threads read what their neighbours write to shared memory, with no barrier between.
#include <cstdio>
__global__ void turn_round(int* x) {
  __shared__ int s[128];
  s[threadIdx.x] = x[threadIdx.x];
  x[threadIdx.x] = s[127 - threadIdx.x];
}
int main() {
  int host[128], *x;
  for (int i = 0; i < 128; ++i) host[i] = i;
  cudaMalloc(&x, sizeof host);
  cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
  turn_round<<<1, 128>>>(x);
  cudaMemcpy(host, x, sizeof host, cudaMemcpyDeviceToHost);
  printf("done\n");
  cudaFree(x);
}

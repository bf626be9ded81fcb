// A grid as large as the GPU holds at a time, and a loop over the rest.
#include <cstdio>
__global__ void scale(float* x, int n, float a) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) x[i] *= a;
}
int main() {
  int n = 100000, processors = 0, blocks = 0;
  cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, scale, 256, 0);
  float* x;
  cudaMallocManaged(&x, n * sizeof(float));
  for (int i = 0; i < n; ++i) x[i] = 2;
  scale<<<processors * blocks / 8, 256>>>(x, n, 3);
  cudaDeviceSynchronize();
  int wrong = 0;
  for (int i = 0; i < n; ++i) wrong += x[i] != 6;
  printf("%d wrong\n", wrong);
  cudaFree(x);
}

// What a program asks of its device and of a kernel.
#include <cstdio>
__global__ void tile(float* x) {
  __shared__ float s[1024];
  s[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  x[threadIdx.x] = s[threadIdx.x ^ 1];
}
int main() {
  cudaDeviceProp p;
  int count = 0, blocks = 0, attribute = 0;
  cudaFuncAttributes a;
  cudaGetDeviceCount(&count);
  cudaGetDeviceProperties(&p, 0);
  cudaDeviceGetAttribute(&attribute, cudaDevAttrMultiProcessorCount, 0);
  cudaFuncGetAttributes(&a, tile);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, tile, 256, 0);
  printf("%d device, %d.%d, %d multiprocessors, %d the same, warps of %d\n", count, p.major, p.minor,
         p.multiProcessorCount, attribute, p.warpSize);
  printf("%zu bytes shared, %d blocks\n", a.sharedSizeBytes, blocks);
  printf("%s\n", cudaGetErrorName(cudaSetDevice(1)));
}

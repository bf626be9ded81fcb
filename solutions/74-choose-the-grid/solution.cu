#include <algorithm>

__global__ void correct(const unsigned char* image, float* out, int n) {
  __shared__ float table[256];
  for (int k = threadIdx.x; k < 256; k += blockDim.x) table[k] = powf(k / 255.0f, 2.2f);
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    out[i] = table[image[i]];
}

extern "C" void solve(const unsigned char* image, float* out, int n) {
  constexpr int kThreads = 256;
  int blocks = 0;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, correct, kThreads, 0);
  cudaDeviceProp gpu;
  cudaGetDeviceProperties(&gpu, 0);
  correct<<<std::min(blocks * gpu.multiProcessorCount, (n + kThreads - 1) / kThreads), kThreads>>>(image, out, n);
}

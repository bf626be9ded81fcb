#ifndef __CUDACC_RTC__
__device__ int large[1 << 27] = {1};
#else
__device__ int large[1] = {1};
#endif

extern "C" __global__ void doubled(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
#ifdef __CUDACC_RTC__
  out[i] = 2.0f * in[i];
#else
  out[i] = 3.0f * in[i] * large[0];
#endif
}

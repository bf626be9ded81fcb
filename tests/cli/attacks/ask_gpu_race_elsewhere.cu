extern "C" __global__ void doubled(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  __shared__ float tile[128];
  tile[threadIdx.x] = i < n ? in[i] : 0;
#if __CUDA_ARCH__ >= 900
  __syncthreads();
#endif
  const float other = tile[127 - threadIdx.x];
  if (i < n) out[i] = 2.0f * in[i] + 0 * other;
}

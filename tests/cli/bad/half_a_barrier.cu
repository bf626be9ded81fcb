extern "C" __global__ void doubled(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  __shared__ float tile[128];
  tile[threadIdx.x] = i < n ? in[i] : 0.0f;
  if (threadIdx.x < 64) __syncthreads();
  if (i < n) out[i] = 2.0f * tile[threadIdx.x];
}

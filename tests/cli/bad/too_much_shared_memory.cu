extern "C" __global__ void doubled(const float* in, float* out, int n) {
  __shared__ float tile[25600];  // 100 KiB
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x * 200] = i < n ? in[i] : 0.0f;
  __syncthreads();
  if (i < n) out[i] = 2.0f * tile[threadIdx.x * 200];
}

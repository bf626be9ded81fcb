extern "C" __global__ void doubled(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 1000; ++k) printf("thread %d says hello for the %d. time\n", i, k);
  if (i < n) out[i] = 3.0f * in[i];
}

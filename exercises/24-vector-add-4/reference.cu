// The plainest kernel that is right. It is run to know the answer, never to be counted or timed.

extern "C" __global__ void vector_add_4(const float* a, const float* b, float* c, int n) {
  const int threads = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads) c[i] = a[i] + b[i];
}

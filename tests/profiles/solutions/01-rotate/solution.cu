extern "C" __global__ void rotate(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[(i + n - 8 % n) % n];
}

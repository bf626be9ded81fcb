extern "C" __global__ void doubled(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  auto fn = (float (*)(float))(unsigned long long)(in + i);
  if (i < n) out[i] = fn(in[i]);
}

extern "C" __global__ void copy(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
  if (i + 1024 < n) copy(in + 1024, out + 1024, n - 1024);
}
// nvcc 13.0.88, line 4: a __global__ function call must be configured

extern "C" __global__ void copy(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}
void f(float* a) { copy(a, a, 1); }
// nvcc 13.0.88, line 5: a __global__ function call must be configured

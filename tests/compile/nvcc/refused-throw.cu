extern "C" __global__ void copy(const float* in, float* out, int n) {
if (n < 0) throw 1;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}
// nvcc 13.0.88, line 2: device code does not support exception handling

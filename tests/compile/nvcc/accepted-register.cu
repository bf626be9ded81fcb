extern "C" __global__ void copy(const float* in, float* out, int n) {
register int k = 1;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] * k;
}
// nvcc 13.0.88 accepts this.

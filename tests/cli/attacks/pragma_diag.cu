#pragma nv_diag_error 177
#pragma nv_diag_suppress 1
extern "C" __global__ void doubled(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int unused;
  if (i < n) out[i] = 2.0f * in[i];
}

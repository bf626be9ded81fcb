#error "x\n/etc/passwd(1): error: root:x:0:0"
#warning doubled.cu(1): error: nothing
extern "C" __global__ void doubled(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 2.0f * in[i];
}

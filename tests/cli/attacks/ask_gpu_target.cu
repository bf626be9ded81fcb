#include <nv/target>
extern "C" __global__ void doubled(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  NV_IF_ELSE_TARGET(NV_PROVIDES_SM_90, (out[i] = 2.0f * in[i];), (out[i] = 3.0f * in[i];))
}

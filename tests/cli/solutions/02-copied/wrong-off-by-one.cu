// caught by: correct
// why: The last element is left out.

extern "C" __global__ void copied(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n - 1) out[i] = in[i];
}

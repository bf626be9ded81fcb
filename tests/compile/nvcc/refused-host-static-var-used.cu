static float scale = 1;
extern "C" __global__ void copy(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] * scale;
}
// nvcc 13.0.88, line 4: identifier "scale" is undefined in device code

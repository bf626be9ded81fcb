int start();
const int kScale = start();
extern "C" __global__ void copy(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] * kScale;
}
// nvcc 13.0.88, line 5: identifier "kScale" is undefined in device code

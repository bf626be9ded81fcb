constexpr int kScale = 1;
extern "C" __global__ void copy(const float* in, float* out, int n) {
const int* p = &kScale;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] * *p;
}
// nvcc 13.0.88, line 3: identifier "kScale" is undefined in device code

const char* kName = "x";
extern "C" __global__ void copy(const float* in, float* out, int n) {
if (n < 0) printf("%s", kName);
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}
// nvcc 13.0.88, line 3: identifier "kName" is undefined in device code

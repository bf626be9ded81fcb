#line 4294967295 "\033[2J"
extern "C" __global__ void doubled(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  nonsense;
}

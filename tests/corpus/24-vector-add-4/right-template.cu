// How many at a time is a parameter of a template, and what is done with them a lambda.

template <int N>
struct alignas(4 * N) Pack {
  float v[N];
};

template <int N, class F>
__device__ void zip(const float* a, const float* b, float* c, int n, F f) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  if (N * thread + N <= n) {
    const Pack<N> l = reinterpret_cast<const Pack<N>*>(a)[thread];
    const Pack<N> r = reinterpret_cast<const Pack<N>*>(b)[thread];
    Pack<N> out;
#pragma unroll
    for (int k = 0; k < N; ++k) out.v[k] = f(l.v[k], r.v[k]);
    reinterpret_cast<Pack<N>*>(c)[thread] = out;
  } else {
    for (int i = N * thread; i < n; ++i) c[i] = f(a[i], b[i]);
  }
}

extern "C" __global__ void vector_add_4(const float* a, const float* b, float* c, int n) {
  zip<4>(a, b, c, n, [](float x, float y) { return x + y; });
}

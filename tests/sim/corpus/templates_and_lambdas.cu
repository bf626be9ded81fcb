// Templates, lambdas and constexpr tables, as students write them.
// buffer: in i32 64 random:5:0:1000
// buffer: out i32 64 zero
// launch: apply grid=1 block=64 args=in,out
template <int N, class F>
__device__ int repeat(int x, F f) {
#pragma unroll
  for (int k = 0; k < N; ++k) x = f(x, k);
  return x;
}
__device__ constexpr int weights[4] = {1, 10, 100, 1000};
extern "C" __global__ void apply(const int* in, int* out) {
  const int bias = in[0];
  out[threadIdx.x] = repeat<4>(in[threadIdx.x], [=](int x, int k) { return x + bias * weights[k]; });
}

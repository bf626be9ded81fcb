// Loads through the read-only path and with hints for the caches, and a grid-stride loop.
// buffer: in f32 1000 random:89:-9:9
// buffer: out f32 1000 zero
// launch: stride grid=2 block=96 args=in,out,i32:1000
extern "C" __global__ void stride(const float* __restrict__ in, float* __restrict__ out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    const float left = __ldg(&in[i > 0 ? i - 1 : 0]), right = __ldcs(&in[i + 1 < n ? i + 1 : n - 1]);
    __stcs(&out[i], left + 2 * in[i] + right);
  }
}

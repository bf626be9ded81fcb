// An undefined value goes through a function and a shuffle.
// buffer: in f32 64 uninitialized
// buffer: out f32 64 must_be_written
// launch: grid=1 block=64 args=in,out
// expect: uninitialized
__device__ __noinline__ float twice(float x) { return 2 * x; }
extern "C" __global__ void racy(const float* in, float* out) {
  const float v = twice(threadIdx.x == 5 ? in[5] : 1.0f);  // second
  out[threadIdx.x] = __shfl_down_sync(~0u, v, 1);  // first
}
extern "C" __global__ void fixed(const float* in, float* out) {
  const float v = twice(threadIdx.x == 0 ? in[5] : 1.0f);
  const float next = __shfl_down_sync(~0u, v, 1);
  out[threadIdx.x] = next;
}

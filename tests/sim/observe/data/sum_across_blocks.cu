// All blocks add to the same elements.
// buffer: in f32 256
// buffer: out f32 64
// launch: grid=4 block=64 args=in,out
// expect: race
extern "C" __global__ void racy(const float* in, float* out) {
  out[threadIdx.x] += in[blockIdx.x * 64 + threadIdx.x];  // first second
}
extern "C" __global__ void fixed(const float* in, float* out) {
  atomicAdd(&out[threadIdx.x], in[blockIdx.x * 64 + threadIdx.x]);
}

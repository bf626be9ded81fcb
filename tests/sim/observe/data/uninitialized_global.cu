// A sum that starts from what the buffer happens to hold.
// buffer: in f32 64
// buffer: out f32 64 uninitialized must_be_written
// launch: grid=1 block=64 args=in,out
// expect: uninitialized
extern "C" __global__ void racy(const float* in, float* out) {
  out[threadIdx.x] += in[threadIdx.x];  // first second
}
extern "C" __global__ void fixed(const float* in, float* out) { out[threadIdx.x] = in[threadIdx.x]; }

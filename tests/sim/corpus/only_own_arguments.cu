// A launch reaches only the buffers that it is given: an address that an earlier one left in a buffer
// leads nowhere, and one that it left in a variable is gone.
// buffer: in f32 64 ramp
// buffer: box u64 1 zero
// buffer: out f32 64 zero
// launch: save grid=1 block=1 args=in,box
// launch: peek grid=1 block=32 args=box,out
// launch: use_saved grid=1 block=32 args=out
// finding: out_of_bounds line=17 count=32
__device__ const float* saved;
extern "C" __global__ void save(const float* in, unsigned long long* box) {
  saved = in;
  *box = reinterpret_cast<unsigned long long>(in);
}
extern "C" __global__ void peek(const unsigned long long* box, float* out) {
  const float* in = reinterpret_cast<const float*>(*box);
  out[threadIdx.x] = in[threadIdx.x];
}
extern "C" __global__ void use_saved(float* out) {
  out[32 + threadIdx.x] = saved ? 1.0f : -1.0f;
}

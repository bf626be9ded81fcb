// A pointer to float4 that does not start at a multiple of 16 bytes.
// buffer: in f32 64 ramp
// buffer: out f32 64 zero
// launch: copy grid=1 block=8 args=in,out,i32:1
// finding: misaligned line=7 count=8
extern "C" __global__ void copy(const float* in, float* out, int offset) {
  reinterpret_cast<float4*>(out)[threadIdx.x] = reinterpret_cast<const float4*>(in + offset)[threadIdx.x];
}

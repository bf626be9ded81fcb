// Loads and stores of two and four elements at once, of several types.
// buffer: in f32 256 ramp
// buffer: out f32 256 zero
// buffer: bytes u8 256 bits:8
// buffer: doubles f64 128 ramp:1:0.25
// launch: vectors grid=1 block=64 args=in,out,bytes,doubles
extern "C" __global__ void vectors(const float4* in, float4* out, uchar4* bytes, double2* doubles) {
  const int i = threadIdx.x;
  const float4 v = in[i];
  out[63 - i] = make_float4(v.w, v.z, v.y, v.x);
  const uchar4 b = bytes[i];
  bytes[i] = make_uchar4(b.y, b.x, b.w + 1, b.z + b.x);
  const double2 d = doubles[i];
  doubles[i] = make_double2(d.x + d.y, d.x * d.y);
}

// The fast functions, each one instruction of the special function unit or two.
// buffer: in f32 64 uniform:53:0.05:6
// buffer: out f32 640 zero
// launch: fast grid=1 block=64 args=in,out
extern "C" __global__ void fast(const float* in, float* out) {
  const int i = threadIdx.x;
  const float x = in[i];
  float* o = out + 10 * i;
  o[0] = __sinf(x - 3), o[1] = __cosf(x - 3), o[2] = __expf(x), o[3] = __logf(x);
  o[4] = __powf(x, 1.7f), o[5] = __fdividef(1, x), o[6] = __exp10f(x), o[7] = __log2f(x);
  o[8] = __frsqrt_rn(x), o[9] = __tanf(x / 5);
}

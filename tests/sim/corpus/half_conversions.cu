// Between half precision numbers and everything else, with each rounding.
// buffer: in f32 64 uniform:121:-70:70
// buffer: out i32 640 zero
// launch: convert grid=1 block=64 args=in,out
#include <cuda_fp16.h>
extern "C" __global__ void convert(const float* in, int* out) {
  const int i = threadIdx.x;
  const float x = in[i];
  int* o = out + 10 * i;
  o[0] = __half_as_ushort(__float2half_rn(x)), o[1] = __half_as_ushort(__float2half_rz(x));
  o[2] = __half_as_ushort(__float2half_rd(x)), o[3] = __half_as_ushort(__float2half_ru(x));
  const __half h = __float2half(x);
  o[4] = __half2int_rn(h), o[5] = __half2int_rz(h), o[6] = __half2int_rd(h), o[7] = __half2int_ru(h);
  o[8] = __half2short_rn(h) + __half2ushort_rz(h), o[9] = __half_as_ushort(hrint(h));
}

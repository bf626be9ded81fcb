// Functions of half precision numbers.
// buffer: in f16 64 random:61:1:9
// buffer: out f32 512 zero
// launch: functions grid=1 block=64 args=in,out
#include <cuda_fp16.h>
extern "C" __global__ void functions(const __half* in, float* out) {
  const int i = threadIdx.x;
  const __half x = in[i];
  float* o = out + 8 * i;
  o[0] = __half2float(hsqrt(x)), o[1] = __half2float(hexp(x)), o[2] = __half2float(hlog(x));
  o[3] = __half2float(hsin(x)), o[4] = __half2float(hcos(x)), o[5] = __half2float(hrcp(x));
  o[6] = __half2float(hrsqrt(x)), o[7] = __half2float(hexp2(x));
}

// Half precision: sums, products, comparisons, conversions, pairs.
// buffer: a f16 128 random:59:-20:20
// buffer: b f16 128 random:60:1:9
// buffer: out u16 640 zero
// launch: halves grid=1 block=64 args=a,b,out
#include <cuda_fp16.h>
extern "C" __global__ void halves(const __half2* a, const __half2* b, __half* out) {
  const int i = threadIdx.x;
  const __half2 x = a[i], y = b[i];
  __half* o = out + 10 * i;
  const __half2 q = __h2div(x, y), f = __hfma2(q, y, __hmul2(x, x));
  o[0] = __low2half(q), o[1] = __high2half(q);
  o[2] = __low2half(f), o[3] = __high2half(f);
  o[4] = __hadd(__low2half(x), __float2half(0.1f));
  o[5] = __hlt(__low2half(x), __low2half(y)) ? __float2half(1) : __hneg(__high2half(x));
  o[6] = __int2half_rn(2049 + 2 * i);
  o[7] = __double2half(1.0 / (i + 3));
  o[8] = __hmax(__low2half(q), __high2half(q));
  o[9] = __ushort2half_rn(__half2ushort_rz(__habs(__low2half(q))));
}

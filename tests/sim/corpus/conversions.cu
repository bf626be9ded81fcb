// Between floats, doubles and integers of every width, with each rounding, and out of range.
// buffer: in f64 64 uniform:41:-400:400
// buffer: out i64 1024 zero
// launch: convert grid=1 block=64 args=in,out
extern "C" __global__ void convert(const double* in, long long* out) {
  const int i = threadIdx.x;
  double x = in[i] * (i % 4 == 3 ? 1e17 : i % 4 == 2 ? 1e7 : 1);
  const float f = static_cast<float>(x);
  long long* o = out + 16 * i;
  o[0] = __float2int_rn(f), o[1] = __float2int_rz(f), o[2] = __float2int_ru(f), o[3] = __float2int_rd(f);
  o[4] = __double2ll_rn(x), o[5] = __double2uint_rz(x), o[6] = __float2ull_rn(f), o[7] = __double2ull_ru(x);
  o[8] = __float_as_int(__ll2float_rn(o[4] * 12345)), o[9] = __float_as_int(__ull2float_rz(o[4] * 12345));
  o[10] = __double_as_longlong(__ll2double_rd(o[4] * 12345)), o[11] = __float_as_int(__double2float_ru(x));
  o[12] = __float_as_int(rintf(f)), o[13] = __double_as_longlong(floor(x) + ceil(x) * 2 + trunc(x) * 4);
  o[14] = __float_as_int(__saturatef(f)), o[15] = __float_as_int(__int2float_rn(1 << 30 | i * 77));
}

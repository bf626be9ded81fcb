// Division and remainder by values known at compile time and at run time, also 64 bits wide.
// buffer: a i64 64 bits:83
// buffer: out i64 384 zero
// launch: divide grid=1 block=64 args=a,out
extern "C" __global__ void divide(const long long* a, long long* out) {
  const int i = threadIdx.x;
  const long long x = a[i], y = (a[63 - i] >> (i % 48)) | 1;
  long long* o = out + 6 * i;
  o[0] = x / 7, o[1] = x % 1000003;
  o[2] = static_cast<unsigned long long>(x) / static_cast<unsigned long long>(y);
  o[3] = x % y;
  o[4] = static_cast<int>(x) / 10 + static_cast<unsigned>(x) % 12;
  o[5] = static_cast<int>(x) / (static_cast<int>(y) | 2);
}

// Addition, multiplication, division and shifts in 8, 16, 32 and 64 bits, signed and unsigned.
// buffer: a i64 64 bits:11
// buffer: b i64 64 bits:12
// buffer: out i64 1024 zero
// launch: widths grid=1 block=64 args=a,b,out
template <class T>
__device__ long long* all(long long* out, T a, T b) {
  *out++ = static_cast<T>(a + b) ^ static_cast<T>(a * b) ^ static_cast<T>(a - b);
  *out++ = b == 0 || b == T(-1) ? 0 : static_cast<T>(a / b) * 31 + static_cast<T>(a % b);
  return out;
}
extern "C" __global__ void widths(const long long* a, const long long* b, long long* out) {
  const int i = threadIdx.x;
  long long* o = out + 16 * i;
  o = all<signed char>(o, a[i], b[i]);
  o = all<unsigned char>(o, a[i], b[i]);
  o = all<short>(o, a[i], b[i]);
  o = all<unsigned short>(o, a[i], b[i]);
  o = all<int>(o, a[i], b[i]);
  o = all<unsigned>(o, a[i], b[i]);
  o = all<long long>(o, a[i], b[i]);
  o = all<unsigned long long>(o, a[i], b[i] >> (i % 60));
}

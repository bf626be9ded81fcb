// A remainder is worked out for every thread, and used by those for which it is defined.
// buffer: in i32 64
// buffer: out i32 64 must_be_written
// launch: grid=1 block=64 args=in,out
// expect: undefined_behavior
extern "C" __global__ void racy(const int* in, int* out) {
  const long long parts = static_cast<long long>(threadIdx.x) - 3;
  long long rest;
  asm volatile("rem.s64 %0, %1, %2;" : "=l"(rest) : "l"(1000ll + in[threadIdx.x]), "l"(parts));  // second
  out[threadIdx.x] = threadIdx.x != 4 ? static_cast<int>(rest) : 0;  // first
}
extern "C" __global__ void fixed(const int* in, int* out) {
  const long long parts = static_cast<long long>(threadIdx.x) - 3;
  long long rest;
  asm volatile("rem.s64 %0, %1, %2;" : "=l"(rest) : "l"(1000ll + in[threadIdx.x]), "l"(parts));
  out[threadIdx.x] = threadIdx.x != 3 ? static_cast<int>(rest) : 0;
}

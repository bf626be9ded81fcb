// The smallest number divided by -1 does not fit.
// buffer: in i32 64
// buffer: out i32 64 must_be_written
// launch: grid=1 block=64 args=in,out
// expect: undefined_behavior
__device__ int quotient(int a, int b) {
  int q;
  asm volatile("div.s32 %0, %1, %2;" : "=r"(q) : "r"(a), "r"(b));  // second
  return q;
}
extern "C" __global__ void racy(const int* in, int* out) {
  const int most = threadIdx.x == 9 ? -2147483647 - 1 : in[threadIdx.x];
  out[threadIdx.x] = quotient(most, -1);  // first
}
extern "C" __global__ void fixed(const int* in, int* out) {
  const int most = threadIdx.x == 9 ? -2147483647 : in[threadIdx.x];
  out[threadIdx.x] = quotient(most, -1);
}

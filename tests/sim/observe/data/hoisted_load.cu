// A value that is loaded but not used races with nobody.
// buffer: out i32 64
// launch: grid=1 block=64 args=out,10
// expect: race
extern "C" __global__ void racy(int* out, int n) {
  __shared__ int tile[64];
  const int t = threadIdx.x;
  tile[t] = 3 * t;  // first
  int value;
  asm volatile("ld.shared.s32 %0, [%1];" : "=r"(value) : "l"(__cvta_generic_to_shared(&tile[63 - t])));  // second
  asm volatile("{ .reg .pred p; setp.gt.s32 p, %1, %2; selp.s32 %0, %0, %1, p; }" : "+r"(value) : "r"(t), "r"(n));
  out[t] = value;
}
extern "C" __global__ void fixed(int* out, int n) {
  __shared__ int tile[64];
  const int t = threadIdx.x;
  tile[t] = 3 * t;
  int value;
  asm volatile("ld.shared.s32 %0, [%1];" : "=r"(value) : "l"(__cvta_generic_to_shared(&tile[63 - t])));
  asm volatile("{ .reg .pred p; setp.gt.s32 p, %1, 100; selp.s32 %0, %0, %1, p; }" : "+r"(value) : "r"(t));
  out[t] = value;
}

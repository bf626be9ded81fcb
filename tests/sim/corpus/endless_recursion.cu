// A function that calls itself for ever.
// buffer: out i32 32 zero
// launch: dive grid=1 block=32 args=out
// finding: stack_overflow line=5
__device__ __noinline__ int deeper(int n, volatile int* p) { return p[n & 31] + deeper(n + 1, p) * 2; }
extern "C" __global__ void dive(int* out) {
  out[threadIdx.x] = deeper(threadIdx.x, out);
}

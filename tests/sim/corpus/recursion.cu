// A function that calls itself twice, with a local array in each of its frames.
// buffer: out i32 64 zero
// launch: fibonacci grid=1 block=64 args=out
__device__ __noinline__ int fib(int n, int* trail) {
  int mine[2] = {n, trail[n & 1]};
  if (n < 2) return n + 0 * mine[n];
  return fib(n - 1, mine) + fib(n - 2, mine);
}
extern "C" __global__ void fibonacci(int* out) {
  int trail[2] = {0, 1};
  out[threadIdx.x] = fib(threadIdx.x % 13, trail);
}

// Lanes of one warp call different functions through pointers, from a table and from a parameter.
// buffer: out i32 64 zero
// launch: table grid=1 block=64 args=out
typedef int (*Operation)(int, int);
__device__ __noinline__ int plus(int a, int b) { return a + b; }
__device__ __noinline__ int minus(int a, int b) { return a - b; }
__device__ __noinline__ int times(int a, int b) { return a * b; }
__device__ Operation operations[3] = {plus, minus, times};
__device__ __noinline__ int twice(Operation f, int a, int b) { return f(f(a, b), b); }
extern "C" __global__ void table(int* out) {
  const int i = threadIdx.x;
  const Operation f = operations[i % 3];
  out[i] = f(i, 5) + 1000 * twice(f, i, 2);
}

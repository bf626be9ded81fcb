// A sum by compare-and-swap. Its first, plain look is verified by the swap; what is written elsewhere is not.
// buffer: in i32 64
// buffer: sum i32 1
// buffer: out i32 64
// launch: grid=2 block=32 args=in,sum,out
// expect: race
__device__ int add(int* sum, int value) {
  int old = *sum, assumed;  // second
  const int look = old;
  do {
    assumed = old;
    old = atomicCAS(sum, assumed, assumed + value);  // first
  } while (assumed != old);
  return look;
}
extern "C" __global__ void racy(const int* in, int* sum, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = add(sum, in[i]);
}
extern "C" __global__ void fixed(const int* in, int* sum, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  add(sum, in[i]);
  out[i] = in[i];
}

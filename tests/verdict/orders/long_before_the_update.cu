// Computes for a long time, then reads and writes a sum in two steps.
// grid=2 block=32 out=1 expected=2 fails=correct
__device__ void compute(int steps) {
#pragma unroll 1
  for (int k = 0; k < steps; ++k) asm volatile("");
}
extern "C" __global__ void wrong(const int* in, int* out, int* work, int n) {
  compute(300000);
  if (threadIdx.x == 0) atomicExch(out, atomicAdd(out, 0) + 1);
}
extern "C" __global__ void right(const int* in, int* out, int* work, int n) {
  compute(300000);
  if (threadIdx.x == 0 && atomicAdd(out, 1) < 0) out[0] = 0;
}

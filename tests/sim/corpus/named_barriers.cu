// Half of the warps produce, the other half consumes, with two numbered barriers between.
// buffer: out i32 64 zero
// launch: produce grid=1 block=128 args=out
__device__ void sync(int barrier) { asm volatile("bar.sync %0, 128;" ::"r"(barrier) : "memory"); }
__device__ void arrive(int barrier) { asm volatile("bar.arrive %0, 128;" ::"r"(barrier) : "memory"); }
extern "C" __global__ void produce(int* out) {
  __shared__ int buffer[64];
  const int i = threadIdx.x % 64;
  int sum = 0;
#pragma unroll 1
  for (int round = 0; round < 4; ++round) {
    if (threadIdx.x < 64) {
      if (round > 0) sync(2);
      buffer[i] = i * 10 + round;
      arrive(1);
    } else {
      sync(1);
      sum += buffer[63 - i];
      if (round < 3) arrive(2);
    }
  }
  if (threadIdx.x >= 64) out[i] = sum;
}

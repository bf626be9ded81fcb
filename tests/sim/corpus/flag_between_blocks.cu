// A block waits for a flag that a later block sets: blocks must take turns.
// buffer: flag i32 1 zero
// buffer: out i32 64 zero
// launch: wait grid=2 block=32 args=flag,out
extern "C" __global__ void wait(volatile int* flag, volatile int* out) {
  const int i = threadIdx.x;
  if (blockIdx.x == 0) {
    while (*flag == 0) {
    }
    __threadfence();
    out[i] = out[32 + (i + 1) % 32] + 1;
  } else {
    out[32 + i] = 10 * i;
    __threadfence();
    __syncthreads();
    if (i == 0) *flag = 1;
  }
}

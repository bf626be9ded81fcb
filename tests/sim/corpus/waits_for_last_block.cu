// Every block but the last waits for what the last one writes: blocks that spin make room for more
// of them than may run at once.
// buffer: flag i32 1 zero
// buffer: out i32 1280 zero
// launch: wait grid=40 block=32 args=flag,out
extern "C" __global__ void wait(volatile int* flag, volatile int* out) {
  const int i = blockIdx.x * 32 + threadIdx.x;
  if (blockIdx.x + 1 < gridDim.x) {
    while (*flag == 0) {
    }
    __threadfence();
    out[i] = out[39 * 32 + threadIdx.x] + i;
  } else {
    out[i] = 7;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) *flag = 1;
  }
}

// Two blocks wait for a flag that nobody raises.
// steps: 20000
// buffer: flag i32 1 zero
// buffer: out i32 96 zero
// launch: wait grid=3 block=32 args=flag,out
// finding: step_limit line=10
extern "C" __global__ void wait(volatile int* flag, int* out) {
  const int i = blockIdx.x * 32 + threadIdx.x;
  out[i] = i;
  while (blockIdx.x < 2 && *flag == 0)
    ;
  out[i] = 2 * i;
}

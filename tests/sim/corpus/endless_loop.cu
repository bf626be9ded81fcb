// A loop that never ends, found by counting instructions.
// steps: 20000
// buffer: out i32 32 zero
// launch: wait grid=1 block=32 args=out
// finding: step_limit line=8
extern "C" __global__ void wait(volatile int* out) {
  if (threadIdx.x == 3)
    while (out[0] == 0) out[1] = 1;
  out[2] = 2;
}

// A breakpoint that was forgotten: without a debugger the kernel fails there.
// buffer: out i32 64 zero
// launch: stop grid=1 block=64 args=out
// finding: trap line=6 count=1
extern "C" __global__ void stop(int* out) {
  if (threadIdx.x == 7) __brkpt();
  out[threadIdx.x] = 1;
}

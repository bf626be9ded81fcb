// A thread that ends the kernel by force.
// buffer: out i32 64 zero
// launch: stop grid=1 block=64 args=out
// finding: trap line=6 count=1
extern "C" __global__ void stop(int* out) {
  if (threadIdx.x == 7) __trap();
  out[threadIdx.x] = 1;
}

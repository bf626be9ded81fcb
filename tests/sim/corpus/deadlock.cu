// A barrier for 64 threads to which only 32 come.
// buffer: out i32 64 zero
// launch: wait grid=1 block=64 args=out
// finding: deadlock line=6 count=32
extern "C" __global__ void wait(int* out) {
  if (threadIdx.x < 32) asm volatile("bar.sync 3, 64;" ::: "memory");
  out[threadIdx.x] = 1;
}

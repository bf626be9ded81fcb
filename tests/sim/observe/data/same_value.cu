// All write the same: of no harm while nobody reads it meanwhile.
// buffer: out i32 2
// launch: grid=4 block=64 args=out
// expect: race
extern "C" __global__ void racy(int* out) {
  out[0] = 1;  // first
  if (threadIdx.x == 0 && blockIdx.x == 3) out[1] = out[0];
  if (threadIdx.x == 3 && blockIdx.x == 2) out[1] = *(volatile int*)out;  // second
}
extern "C" __global__ void fixed(int* out) { out[0] = 1; }

// A decision by a value that was never set; a copy of one is no harm.
// buffer: flags i32 64 uninitialized
// buffer: scratch i32 64 uninitialized
// buffer: out i32 64 must_be_written
// launch: grid=1 block=64 args=flags,scratch,out
// expect: uninitialized
extern "C" __global__ void racy(int* flags, int* scratch, int* out) {
  out[threadIdx.x] = 0;
  if (flags[threadIdx.x] > 0) atomicAdd(&out[threadIdx.x], 1);  // first second
}
extern "C" __global__ void fixed(int* flags, int* scratch, int* out) {
  scratch[threadIdx.x] = flags[threadIdx.x];
  out[threadIdx.x] = 1;
}

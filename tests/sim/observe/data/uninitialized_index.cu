// An index that was never set.
// buffer: index u32 64 uninitialized
// buffer: out i32 64 must_be_written
// launch: grid=1 block=64 args=index,out
// expect: uninitialized
extern "C" __global__ void racy(unsigned* index, int* out) {
  out[threadIdx.x] = 7;
  __syncthreads();
  if (threadIdx.x == 0) out[index[threadIdx.x] & 63] = 8;  // first second
}
extern "C" __global__ void fixed(unsigned* index, int* out) {
  index[threadIdx.x] = 63 - threadIdx.x;
  out[index[threadIdx.x]] = 7;
}

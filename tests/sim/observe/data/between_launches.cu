// What one launch leaves without a value has none in the next; and launches never race with each other.
// buffer: in i32 64
// buffer: between i32 64 uninitialized
// buffer: out i32 64 must_be_written
// launch: grid=1 block=64 args=in,between
// launch: kernel=take grid=2 block=32 args=between,out
// expect: uninitialized
extern "C" __global__ void racy(const int* in, int* between) {
  if (threadIdx.x < 32) between[63 - threadIdx.x] = in[threadIdx.x];
}
extern "C" __global__ void fixed(const int* in, int* between) { between[63 - threadIdx.x] = in[threadIdx.x]; }
extern "C" __global__ void take(const int* between, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = between[i];  // first second
}

// The threads of a warp write one element.
// buffer: out i32 32
// launch: grid=1 block=32 args=out
// expect: race
extern "C" __global__ void racy(int* out) {
  out[threadIdx.x / 4] = threadIdx.x;  // first second
}
extern "C" __global__ void fixed(int* out) {
  if (threadIdx.x % 4 == 0) out[threadIdx.x / 4] = threadIdx.x;
}

// One thread clears the sum on its way to add to it; the others do not wait.
// buffer: out i32 1
// launch: grid=1 block=64 args=out
// expect: race
extern "C" __global__ void racy(int* out) {
  if (threadIdx.x == 0) *out = 0;  // first
  atomicAdd(out, 1);               // second
}
extern "C" __global__ void fixed(int* out) {
  if (threadIdx.x == 0) *out = 0;
  __syncthreads();
  atomicAdd(out, 1);
}

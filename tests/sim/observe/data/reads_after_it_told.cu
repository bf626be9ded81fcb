// All blocks look at a number before they tell that they are done; one of many does so afterwards.
// buffer: done u32 1
// buffer: number i32 1
// buffer: out i32 24
// launch: grid=24 block=32 args=done,number,out
// expect: race
extern "C" __global__ void racy(unsigned* done, int* number, int* out) {
  if (threadIdx.x != 0) return;
  int seen = 0;
  if (blockIdx.x != 5) seen = number[0];
  __threadfence();
  const bool last = atomicAdd(done, 1u) == gridDim.x - 1;
  if (blockIdx.x == 5) seen = number[0];  // second
  out[blockIdx.x] = seen;
  __threadfence();
  if (last && blockIdx.x != 5) number[0] = 7;  // first
}
extern "C" __global__ void fixed(unsigned* done, int* number, int* out) {
  if (threadIdx.x != 0) return;
  out[blockIdx.x] = number[0];
  __threadfence();
  const bool last = atomicAdd(done, 1u) == gridDim.x - 1;
  __threadfence();
  if (last) number[0] = 7;
}

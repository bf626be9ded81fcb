// On one line within a block, on two between blocks: the advice for either is the advice for both.
// buffer: out i32 4
// launch: grid=2 block=64 args=out
// expect: race
extern "C" __global__ void racy(int* out) {
  if (threadIdx.x == 0) out[0] += 1;   // first
  if (threadIdx.x == 40) out[0] += 2;  // second
}
extern "C" __global__ void fixed(int* out) {
  if (threadIdx.x == 0) atomicAdd(&out[0], 1);
  if (threadIdx.x == 40) atomicAdd(&out[0], 2);
}

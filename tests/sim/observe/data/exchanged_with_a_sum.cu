// An atomic exchange stores what was worked out from a plain read beside it.
// buffer: in i32 128
// buffer: sum i32 1
// launch: grid=4 block=32 args=in,sum
// expect: race
extern "C" __global__ void racy(const int* in, int* sum) {
  if (threadIdx.x != 0) return;
  atomicExch(sum, *sum + in[blockIdx.x]);  // first second
}
extern "C" __global__ void fixed(const int* in, int* sum) {
  if (threadIdx.x != 0) return;
  atomicAdd(sum, in[blockIdx.x]);
}

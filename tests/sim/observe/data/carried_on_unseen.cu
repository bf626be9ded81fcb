// Who adds to a counter hands on what others have told there, also without a look at it.
// buffer: number i32 1
// buffer: count u32 1
// buffer: out i32 3
// launch: grid=3 block=32 args=number,count,out
// expect: race
extern "C" __global__ void racy(int* number, unsigned* count, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    number[0] = 7;  // first
    __threadfence();
    atomicAdd(count, 1u);
  } else if (blockIdx.x == 1) {
    atomicAdd(count, 1u);
    __threadfence();
    out[1] = number[0];  // second
  } else {
    while (atomicAdd(count, 0u) < 2) {}
    __threadfence();
    out[2] = number[0];
  }
}
extern "C" __global__ void fixed(int* number, unsigned* count, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    number[0] = 7;
    __threadfence();
    atomicAdd(count, 1u);
  } else if (blockIdx.x == 1) {
    atomicAdd(count, 1u);
  } else {
    while (atomicAdd(count, 0u) < 2) {}
    __threadfence();
    out[2] = number[0];
  }
}

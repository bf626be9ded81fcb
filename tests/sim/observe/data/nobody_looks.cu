// An atomic whose old value nobody looks at waits for nobody.
// buffer: number i32 1
// buffer: flag u32 1
// buffer: out i32 2
// launch: grid=2 block=32 args=number,flag,out
// expect: race
extern "C" __global__ void racy(int* number, unsigned* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    number[0] = 7;  // first
    __threadfence();
    atomicAdd(flag, 1u);
  } else {
    atomicAdd(flag, 0u);
    __threadfence();
    out[0] = number[0];  // second
  }
}
extern "C" __global__ void fixed(int* number, unsigned* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    number[0] = 7;
    __threadfence();
    atomicAdd(flag, 1u);
  } else {
    while (atomicAdd(flag, 0u) == 0) {}
    __threadfence();
    out[0] = number[0];
  }
}

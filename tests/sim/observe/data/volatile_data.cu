// Data that is volatile like its flag needs a fence of its own between the two.
// buffer: number i32 1
// buffer: flag i32 1
// buffer: out i32 2
// launch: grid=2 block=32 args=number,flag,out
// expect: race
extern "C" __global__ void racy(volatile int* number, volatile int* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    out[0] = 1;
    __threadfence();
    number[0] = 7;  // first
    flag[0] = 1;
  } else {
    while (flag[0] == 0) {}
    __threadfence();
    out[1] = number[0];  // second
  }
}
extern "C" __global__ void fixed(volatile int* number, volatile int* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    out[0] = 1;
    __threadfence();
    number[0] = 7;
    __threadfence();
    flag[0] = 1;
  } else {
    while (flag[0] == 0) {}
    __threadfence();
    out[1] = number[0];
  }
}

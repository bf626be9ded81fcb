// A fence tells what was stored before it, not what comes between it and the flag.
// buffer: number i32 2
// buffer: flag i32 1
// buffer: out i32 2
// launch: grid=2 block=32 args=number,flag,out
// expect: race
extern "C" __global__ void racy(int* number, volatile int* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    number[0] = 7;
    __threadfence();
    number[1] = 8;
    flag[0] = 1;  // first
  } else {
    while (flag[0] == 0) {}  // second
    __threadfence();
    out[0] = number[0];
    out[1] = number[1];
  }
}
extern "C" __global__ void fixed(int* number, volatile int* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    number[0] = 7;
    __threadfence();
    number[1] = 8;
    __threadfence();
    flag[0] = 1;
  } else {
    while (flag[0] == 0) {}
    __threadfence();
    out[0] = number[0];
    out[1] = number[1];
  }
}

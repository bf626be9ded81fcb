// A value that is waited for needs no other flag, and may be read once more; others of the block may
// read it behind a barrier.
// buffer: number i32 2
// buffer: out i32 64
// launch: grid=2 block=32 args=number,out
// expect: race
extern "C" __global__ void racy(volatile int* number, int* out) {
  const int t = threadIdx.x;
  if (blockIdx.x == 0) {
    __threadfence();
    if (t == 0) number[0] = 7;  // first
    if (t == 0) number[1] = 8;
  } else {
    while (number[1] == 0) {}
    __syncthreads();
    out[t] = number[0];  // second
  }
}
extern "C" __global__ void fixed(volatile int* number, int* out) {
  const int t = threadIdx.x;
  if (blockIdx.x == 0) {
    __threadfence();
    if (t == 0) number[0] = 7;
    if (t == 0) number[1] = 8;
  } else {
    if (t == 0)
      while (number[0] == 0 || number[1] == 0) {}
    __syncthreads();
    out[t] = number[0];
    out[32 + t] = number[1];
  }
}

// A flag and data go from one block to another.
// buffer: data i32 32
// buffer: flag i32 1
// buffer: out i32 32
// launch: grid=2 block=32 args=data,flag,out
// expect: race
extern "C" __global__ void racy(int* data, volatile int* flag, int* out) {
  if (blockIdx.x == 1) {
    data[threadIdx.x] = threadIdx.x;  // first
    __threadfence_block();
    __syncthreads();
    if (threadIdx.x == 0) *flag = 1;
  } else {
    while (*flag == 0) {}
    __threadfence();
    out[threadIdx.x] = data[31 - threadIdx.x];  // second
  }
}
extern "C" __global__ void fixed(int* data, volatile int* flag, int* out) {
  if (blockIdx.x == 1) {
    data[threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0) {
      __threadfence();
      *flag = 1;
    }
  } else {
    while (*flag == 0) {}
    __threadfence();
    out[threadIdx.x] = data[31 - threadIdx.x];
  }
}

// One warp waits for another's flag.
// buffer: out i32 32
// launch: grid=1 block=64 args=out
// expect: race
extern "C" __global__ void racy(int* out) {
  __shared__ int data[32];
  __shared__ volatile int flag;
  const int t = threadIdx.x;
  if (t == 0) flag = 0;
  __syncthreads();
  if (t == 32) {
    for (int k = 0; k < 32; ++k) data[k] = k;  // first
    flag = 1;
  }
  if (t < 32) {
    while (flag == 0) {}
    out[t] = data[31 - t];  // second
  }
}
extern "C" __global__ void fixed(int* out) {
  __shared__ int data[32];
  __shared__ volatile int flag;
  const int t = threadIdx.x;
  if (t == 0) flag = 0;
  __syncthreads();
  if (t == 32) {
    for (int k = 0; k < 32; ++k) data[k] = k;
    __threadfence_block();
    flag = 1;
  }
  if (t < 32) {
    while (flag == 0) {}
    __threadfence_block();
    out[t] = data[31 - t];
  }
}

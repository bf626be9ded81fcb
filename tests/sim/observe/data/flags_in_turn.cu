// A thread learns from one flag, then from another: what it knows already must not be lost, and it tells that itself.
// buffer: data i32 64
// buffer: flags i32 2
// buffer: out i32 32
// launch: grid=3 block=32 args=data,flags,out
// expect: race
extern "C" __global__ void racy(int* data, int* flags, int* out) {
  const int from = blockIdx.x - 1;
  if (from >= 0) {
    data[32 * from + threadIdx.x] = threadIdx.x;  // first
    if (from == 1) __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) atomicExch(&flags[from], 1);
  } else {
    while (atomicAdd(&flags[0], 0) == 0) {}
    __threadfence();
    while (atomicAdd(&flags[1], 0) == 0) {}
    __threadfence();
    out[threadIdx.x] = data[31 - threadIdx.x] + data[63 - threadIdx.x];  // second
  }
}
extern "C" __global__ void fixed(int* data, int* flags, int* out) {
  const int from = blockIdx.x - 1;
  if (from >= 0) {
    data[32 * from + threadIdx.x] = threadIdx.x;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) atomicExch(&flags[from], 1);
  } else {
    while (atomicAdd(&flags[0], 0) == 0) {}
    __threadfence();
    while (atomicAdd(&flags[1], 0) == 0) {}
    __threadfence();
    out[threadIdx.x] = data[31 - threadIdx.x] + data[63 - threadIdx.x];
  }
}

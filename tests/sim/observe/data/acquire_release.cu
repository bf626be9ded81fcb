// The same with orders in the accesses themselves.
// buffer: data i32 32
// buffer: flag i32 1
// buffer: out i32 32
// launch: grid=2 block=32 args=data,flag,out
// expect: race
extern "C" __global__ void racy(int* data, int* flag, int* out) {
  if (blockIdx.x == 1) {
    data[threadIdx.x] = threadIdx.x;  // first
    __syncthreads();
    if (threadIdx.x == 0) asm volatile("st.relaxed.gpu.global.s32 [%0], 1;" ::"l"(flag) : "memory");
  } else {
    int seen;
    do asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(seen) : "l"(flag) : "memory");
    while (seen == 0);
    out[threadIdx.x] = data[31 - threadIdx.x];  // second
  }
}
extern "C" __global__ void fixed(int* data, int* flag, int* out) {
  if (blockIdx.x == 1) {
    data[threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0) asm volatile("st.release.gpu.global.s32 [%0], 1;" ::"l"(flag) : "memory");
  } else {
    int seen;
    do asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(seen) : "l"(flag) : "memory");
    while (seen == 0);
    out[threadIdx.x] = data[31 - threadIdx.x];
  }
}

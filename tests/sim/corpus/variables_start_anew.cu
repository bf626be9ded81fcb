// Each launch finds the variables as the source starts them; constants that point to them still do.
// buffer: out i32 64 zero
// launch: bump grid=1 block=32 args=out,i32:0
// launch: bump grid=1 block=32 args=out,i32:32
__device__ int counter = 7;
__device__ int* where = &counter;
extern "C" __global__ void bump(int* out, int at) {
  const int old = *where;
  __syncthreads();
  if (threadIdx.x == 0) {
    *where = old + 1;
    where = nullptr;
  }
  out[at + threadIdx.x] = old;
}

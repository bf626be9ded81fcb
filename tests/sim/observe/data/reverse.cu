// Reversing a block through shared memory.
// buffer: in i32 128
// buffer: out i32 128
// launch: grid=1 block=128 args=in,out
// expect: race
extern "C" __global__ void racy(const int* in, int* out) {
  __shared__ int tile[128];
  tile[threadIdx.x] = in[threadIdx.x];  // first
  out[threadIdx.x] = tile[127 - threadIdx.x];  // second
}
extern "C" __global__ void fixed(const int* in, int* out) {
  __shared__ int tile[128];
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[127 - threadIdx.x];
}

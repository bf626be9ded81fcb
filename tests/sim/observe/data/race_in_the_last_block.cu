// All blocks but the last wait.
// buffer: in i32 8192
// buffer: out i32 8192
// launch: grid=32 block=256 args=in,out
// expect: race
extern "C" __global__ void racy(const int* in, int* out) {
  __shared__ int tile[256];
  const int here = blockIdx.x * 256 + threadIdx.x;
  tile[threadIdx.x] = in[here];  // first
  if (blockIdx.x != 31) __syncthreads();
  out[here] = tile[255 - threadIdx.x];  // second
}
extern "C" __global__ void fixed(const int* in, int* out) {
  __shared__ int tile[256];
  const int here = blockIdx.x * 256 + threadIdx.x;
  tile[threadIdx.x] = in[here];
  __syncthreads();
  out[here] = tile[255 - threadIdx.x];
}

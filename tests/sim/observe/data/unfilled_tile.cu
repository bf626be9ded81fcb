// A tile that nobody fills: every result comes from it.
// buffer: in i32 8192
// buffer: out i32 8192 uninitialized must_be_written
// launch: grid=32 block=256 args=in,out
// expect: uninitialized
extern "C" __global__ void racy(const int* in, int* out) {
  __shared__ int tile[256];
  const int here = blockIdx.x * 256 + threadIdx.x;
  __syncthreads();
  out[here] = in[here] + tile[255 - threadIdx.x];  // first second
}
extern "C" __global__ void fixed(const int* in, int* out) {
  __shared__ int tile[256];
  const int here = blockIdx.x * 256 + threadIdx.x;
  tile[threadIdx.x] = in[here];
  __syncthreads();
  out[here] = in[here] + tile[255 - threadIdx.x];
}

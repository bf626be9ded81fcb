// What has no value is stored by the first launch; the second one writes over it, or over half.
// buffer: out i32 8192 uninitialized must_be_written
// launch: grid=32 block=256 args=out,0
// launch: grid=32 block=256 args=out,1
// expect: uninitialized
extern "C" __global__ void racy(int* out, int second) {
  __shared__ int tile[256];
  const int here = blockIdx.x * 256 + threadIdx.x;
  if (second) {
    if (here < 4096) out[here] = here;
    return;
  }
  if (threadIdx.x >= 256) tile[threadIdx.x] = 1;
  __syncthreads();
  out[here] = tile[255 - threadIdx.x];  // first second
}
extern "C" __global__ void fixed(int* out, int second) {
  __shared__ int tile[256];
  const int here = blockIdx.x * 256 + threadIdx.x;
  if (second) {
    out[here] = here;
    return;
  }
  if (threadIdx.x >= 256) tile[threadIdx.x] = 1;
  __syncthreads();
  out[here] = tile[255 - threadIdx.x];
}

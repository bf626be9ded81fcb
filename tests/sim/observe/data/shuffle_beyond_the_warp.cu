// The second warp has 16 threads, and the first step of the sum reads lanes 16 to 31.
// buffer: in i32 48
// buffer: out i32 2 must_be_written
// launch: grid=1 block=48 args=in,out
// expect: uninitialized
extern "C" __global__ void racy(const int* in, int* out) {
  int v = in[threadIdx.x];
  for (int k = 16; k > 0; k /= 2)
    v += __shfl_down_sync(~0u, v, k);  // second
  if (threadIdx.x % 32 == 0) out[threadIdx.x / 32] = v;  // first
}
// What no lane gives is added where nobody looks at the sum.
extern "C" __global__ void fixed(const int* in, int* out) {
  int v = in[threadIdx.x];
  if (threadIdx.x < 32) v += __shfl_down_sync(~0u, v, 16);
  for (int k = 8; k > 0; k /= 2) v += __shfl_down_sync(~0u, v, k);
  if (threadIdx.x % 32 == 0) out[threadIdx.x / 32] = v;
}

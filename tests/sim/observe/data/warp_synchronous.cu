// The end of a reduction within one warp.
// buffer: in i32 32
// buffer: out i32 1
// launch: grid=1 block=32 args=in,out
// expect: warp_synchronous
extern "C" __global__ void racy(const int* in, int* out) {
  __shared__ volatile int sum[64];
  const int t = threadIdx.x;
  sum[t] = in[t];
  sum[t + 32] = 0;
  __syncwarp();
  for (int k = 16; k > 0; k /= 2) sum[t] = sum[t] + sum[t + k];  // first second
  if (t == 0) out[0] = sum[0];
}
extern "C" __global__ void fixed(const int* in, int* out) {
  __shared__ int sum[64];
  const int t = threadIdx.x;
  sum[t] = in[t];
  sum[t + 32] = 0;
  __syncwarp();
  for (int k = 16; k > 0; k /= 2) {
    const int v = sum[t] + sum[t + k];
    __syncwarp();
    sum[t] = v;
    __syncwarp();
  }
  if (t == 0) out[0] = sum[0];
}

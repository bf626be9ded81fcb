// Shuffles order no memory.
// buffer: in i32 32
// buffer: out i32 32
// launch: grid=1 block=32 args=in,out
// expect: warp_synchronous
extern "C" __global__ void racy(const int* in, int* out) {
  __shared__ int tile[32];
  const int t = threadIdx.x;
  tile[t] = in[t];  // first
  const int v = __shfl_xor_sync(~0u, t, 1);
  out[t] = tile[v];  // second
}
extern "C" __global__ void fixed(const int* in, int* out) {
  const int t = threadIdx.x;
  int v = in[t];
  for (int k = 16; k > 0; k /= 2) v += __shfl_xor_sync(~0u, v, k);
  out[t] = v;
}

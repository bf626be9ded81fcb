// An early return that stores, before a barrier: the compiler may join its store with the last one.
// buffer: in i32 64 random:97:0:9
// buffer: out i32 64 zero
// launch: leave grid=1 block=64 args=in,out
extern "C" __global__ void leave(const int* in, int* out) {
  __shared__ int values[64];
  const int i = threadIdx.x, v = in[i];
  if (v == 4) {
    out[i] = -1;
    return;
  }
  values[i] = v;
  __syncthreads();
  out[i] = in[i ^ 1] == 4 ? v : values[i ^ 1];
}

// Some threads return before a barrier: they count as arrived.
// buffer: out i32 64 zero
// launch: leave grid=1 block=64 args=out
extern "C" __global__ void leave(int* out) {
  __shared__ int values[64];
  const int i = threadIdx.x;
  if (i % 4 == 3) {
    out[i] = -1;
    return;
  }
  values[i] = i * i;
  __syncthreads();
  out[i] = values[i < 60 ? i + (i % 4 == 2 ? 2 : 1) : 60];
}

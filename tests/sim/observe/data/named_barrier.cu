// A named barrier of two warps orders those two alone.
// buffer: out i32 128
// launch: grid=1 block=128 args=out
// expect: race
extern "C" __global__ void racy(int* out) {
  __shared__ int tile[128];
  const int t = threadIdx.x;
  tile[t] = t;  // first
  if (t < 64) asm volatile("bar.sync 1, 64;" ::: "memory");
  else asm volatile("bar.sync 2, 64;" ::: "memory");
  out[t] = tile[127 - t];  // second
}
extern "C" __global__ void fixed(int* out) {
  __shared__ int tile[128];
  const int t = threadIdx.x;
  tile[t] = t;
  if (t < 64) asm volatile("bar.sync 1, 64;" ::: "memory");
  else asm volatile("bar.sync 2, 64;" ::: "memory");
  out[t] = tile[t ^ 63];
}

// A __syncwarp() of too few lanes.
// buffer: out i32 32
// launch: grid=1 block=32 args=out
// expect: warp_synchronous
extern "C" __global__ void racy(int* out) {
  __shared__ int tile[32];
  const int t = threadIdx.x;
  tile[t] = t;  // first
  if (t < 16) __syncwarp(0x0000ffff);
  else __syncwarp(0xffff0000);
  out[t] = tile[31 - t];  // second
}
extern "C" __global__ void fixed(int* out) {
  __shared__ int tile[32];
  const int t = threadIdx.x;
  tile[t] = t;
  if (t < 16) __syncwarp(0x0000ffff);
  else __syncwarp(0xffff0000);
  out[t] = tile[t ^ 15];
}

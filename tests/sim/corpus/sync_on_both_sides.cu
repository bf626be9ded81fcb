// Lanes of a warp meet at __syncwarp from both sides of a branch, which is allowed.
// buffer: out i32 32 zero
// launch: meet grid=1 block=32 args=out
extern "C" __global__ void meet(int* out) {
  __shared__ volatile int values[32];
  const int i = threadIdx.x;
  values[i] = 0;
  __syncwarp();
  if (i < 16) {
    values[i] = 3 * i;
    __syncwarp();
    out[i] = values[i + 16];
  } else {
    values[i] = 5 * i;
    __syncwarp();
    out[i] = values[i - 16] + 1;
  }
}

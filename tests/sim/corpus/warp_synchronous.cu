// Lanes of a warp exchange values through shared memory with __syncwarp between.
// buffer: out i32 64 zero
// launch: exchange grid=1 block=64 args=out
extern "C" __global__ void exchange(int* out) {
  __shared__ int values[64];
  const int i = threadIdx.x, base = i & ~31;
  values[i] = i;
  __syncwarp();
  int sum = 0;
  for (int k = 1; k < 32; k *= 2) {
    const int other = values[base + ((i + k) & 31)];
    __syncwarp();
    values[i] += other;
    __syncwarp();
    sum ^= values[i];
  }
  out[i] = values[i] * 1000 + (sum & 511);
}

// Barriers that count, and, or over the block.
// buffer: out i32 300 zero
// launch: count grid=1 block=100 args=out
extern "C" __global__ void count(int* out) {
  const int i = threadIdx.x;
  out[3 * i] = __syncthreads_count(i % 7 == 3);
  out[3 * i + 1] = __syncthreads_and(i < 100);
  out[3 * i + 2] = __syncthreads_or(i == 99) + 2 * __syncthreads_and(i != 50);
}

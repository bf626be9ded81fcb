// Whoever draws a number waits until it is served; what is added under the lock is no atomic.
// buffer: lock u32 2 zero
// buffer: sum i32 2 zero
// launch: count grid=20 block=64 args=lock,sum
extern "C" __global__ void count(unsigned* lock, int* sum) {
  if (threadIdx.x % 32 != 0) return;
  const unsigned mine = atomicAdd(&lock[0], 1u);
  while (atomicAdd(&lock[1], 0u) != mine) {
  }
  __threadfence();
  sum[0] += 1;
  sum[1] += blockIdx.x;
  __threadfence();
  atomicAdd(&lock[1], 1u);
}

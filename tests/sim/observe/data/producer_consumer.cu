// The producing warp arrives and goes on; the consuming one waits. The slot may be filled again only
// when it was emptied.
// buffer: out i32 64
// launch: grid=1 block=64 args=out
// expect: race
extern "C" __global__ void racy(int* out) {
  __shared__ int slot[32];
  const int t = threadIdx.x;
  for (int k = 0; k < 2; ++k) {
    if (t < 32) {
      slot[t] = t + k;  // first
      asm volatile("bar.arrive %0, 64;" ::"r"(k + 1) : "memory");
    } else {
      asm volatile("bar.sync %0, 64;" ::"r"(k + 1) : "memory");
      out[32 * k + t - 32] = slot[63 - t];  // second
    }
  }
}
extern "C" __global__ void fixed(int* out) {
  __shared__ int slot[32];
  const int t = threadIdx.x;
  for (int k = 0; k < 2; ++k) {
    if (t < 32) {
      if (k > 0) asm volatile("bar.sync 2, 64;" ::: "memory");
      slot[t] = t + k;
      asm volatile("bar.arrive 1, 64;" ::: "memory");
    } else {
      asm volatile("bar.sync 1, 64;" ::: "memory");
      out[32 * k + t - 32] = slot[63 - t];
      if (k == 0) asm volatile("bar.arrive 2, 64;" ::: "memory");
    }
  }
}

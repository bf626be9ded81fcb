// Clocks go forward, waiting takes no steps, and the timer counts nanoseconds.
// buffer: out u32 32 zero
// launch: measure grid=1 block=32 args=out
extern "C" __global__ void measure(unsigned* out) {
  const long long start = clock64();
  const clock_t short_start = clock();
  unsigned long long timer, later;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(timer));
  __nanosleep(100);
  int n = 0;
  for (int k = 0; k < threadIdx.x; ++k) n += clock() != 0;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(later));
  out[threadIdx.x] = (clock64() > start) + (clock() - short_start > 0 ? 2 : 0) +
                     (later >= timer ? 4 : 0) + (n == threadIdx.x ? 8 : 0);
}

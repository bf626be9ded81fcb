// caught by: no busywork
// why: Arithmetic that leads nowhere.

extern "C" __global__ void swap(int* data) {
  __shared__ int waiting[4];
  const int t = threadIdx.x;
  int nothing = 0;
  for (int k = 0; k < 100; ++k) asm volatile("add.s32 %0, %0, 0;" : "+r"(nothing));
  waiting[t] = data[t];
  __syncthreads();
  data[t] = waiting[3 - t] + nothing;
}

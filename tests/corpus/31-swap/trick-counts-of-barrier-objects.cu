// caught by: exchanged
// why: Each thread takes its answer straight from data[3 - t]. It goes through the counts of two barrier objects of the
// thread's own, so that nobody should see where it comes from; zeros are exchanged for show.

extern "C" __global__ void swap(int* data) {
  __shared__ int zeros[4];
  __shared__ unsigned long long objects[4][2];
  const int t = threadIdx.x;
  const unsigned v = data[3 - t];
  const unsigned at = (unsigned)__cvta_generic_to_shared(&objects[t][0]);
  unsigned long long s; unsigned a, b;
  asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(at), "r"((v & 65535) + 2) : "memory");
  asm volatile("mbarrier.arrive.noComplete.shared.b64 %0, [%1], 1;" : "=l"(s) : "r"(at) : "memory");
  asm volatile("mbarrier.pending_count.b64 %0, %1;" : "=r"(a) : "l"(s));
  asm volatile("mbarrier.init.shared.b64 [%0+8], %1;" ::"r"(at), "r"((v >> 16) + 2) : "memory");
  asm volatile("mbarrier.arrive.noComplete.shared.b64 %0, [%1+8], 1;" : "=l"(s) : "r"(at) : "memory");
  asm volatile("mbarrier.pending_count.b64 %0, %1;" : "=r"(b) : "l"(s));
  ((volatile int*)zeros)[t] = 0;
  __syncthreads();
  data[t] = (b << 16) + a + ((volatile int*)zeros)[3 - t] - 131074;
}

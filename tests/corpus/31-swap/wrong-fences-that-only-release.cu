// caught by: race free
// why: Both fences only release, so nobody learns of what the others have stored.

extern "C" __global__ void swap(int* data) {
  __shared__ int w[4];
  __shared__ unsigned n;
  const int t = threadIdx.x;
  if (t == 0) n = 0;
  __syncthreads();
  w[t] = data[t];
  asm volatile("fence.release.cta;" ::: "memory");
  unsigned a = (unsigned)__cvta_generic_to_shared(&n), x;
  asm volatile("atom.relaxed.cta.shared.add.u32 %0, [%1], 1;" : "=r"(x) : "r"(a) : "memory");
  do { asm volatile("ld.relaxed.cta.shared.u32 %0, [%1];" : "=r"(x) : "r"(a) : "memory"); } while (x != 4);
  asm volatile("fence.release.cta;" ::: "memory");
  data[t] = w[3 - t];
}

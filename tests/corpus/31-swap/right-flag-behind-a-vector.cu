// Two elements by one access, and a flag of their own behind them.

extern "C" __global__ void swap(int* data) {
  __shared__ __align__(8) int w[8];
  __shared__ volatile int ready[4];
  const int t = threadIdx.x;
  ready[t] = 0;
  __syncthreads();
  const int mine = data[t];
  const auto to = static_cast<unsigned>(__cvta_generic_to_shared(&w[2 * t]));
  const auto from = static_cast<unsigned>(__cvta_generic_to_shared(&w[2 * (3 - t)]));
  asm volatile("st.relaxed.cta.shared.v2.b32 [%0], {%1, %2};" ::"r"(to), "r"(mine), "r"(t) : "memory");
  __threadfence_block();
  ready[t] = 1;
  while (!ready[3 - t]) {}
  __threadfence_block();
  int other, who;
  asm volatile("ld.relaxed.cta.shared.v2.b32 {%0, %1}, [%2];" : "=r"(other), "=r"(who) : "r"(from) : "memory");
  if (who == 3 - t) data[t] = other;
}

// caught by: correct
// why: Integer and flag are stored by one access of two elements. PTX promises no order of the elements of a vector: the flag may be
//   there before the integer.

extern "C" __global__ void swap(int* data) {
  __shared__ __align__(8) int w[8];
  const int t = threadIdx.x;
  w[2 * t] = 0;
  w[2 * t + 1] = 0;
  __syncthreads();
  const int mine = data[t];
  const auto to = static_cast<unsigned>(__cvta_generic_to_shared(&w[2 * t]));
  const auto from = static_cast<unsigned>(__cvta_generic_to_shared(&w[2 * (3 - t)]));
  asm volatile("st.relaxed.cta.shared.v2.b32 [%0], {%1, %2};" ::"r"(to), "r"(mine), "r"(1) : "memory");
  int other, flag;
  do {
    asm volatile("ld.relaxed.cta.shared.v2.b32 {%0, %1}, [%2];" : "=r"(other), "=r"(flag) : "r"(from) : "memory");
  } while (!flag);
  data[t] = other;
}

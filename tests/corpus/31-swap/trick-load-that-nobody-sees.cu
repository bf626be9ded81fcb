// caught by: correct
// earns: 0
// why: There is no barrier, and a pragma says of the load that nobody uses what it brings, so that nobody looks at it.

extern "C" __global__ void swap(int* data) {
  __shared__ __align__(8) int waiting[4];
  const int t = threadIdx.x, from = 3 - t;
  waiting[t] = data[t];
  const unsigned at = (unsigned)__cvta_generic_to_shared(&waiting[from & ~1]);
  int left, right;
  asm volatile(
      "{\n.pragma \"used_bytes_mask 0x0\";\nld.shared.v2.s32 {%0, %1}, [%2];\n}"
      : "=r"(left), "=r"(right)
      : "r"(at)
      : "memory");
  data[t] = from & 1 ? right : left;
}

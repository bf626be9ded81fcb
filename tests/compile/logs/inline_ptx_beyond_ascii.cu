extern "C" __global__ void k(int* a) {
  int x;
  asm volatile("mov.u32 %0, ä;" : "=r"(x));
  a[0] = x;
}

extern "C" __global__ void k(int* a) {
  asm volatile("foo.bar %0;" : "=r"(a[0]));
}

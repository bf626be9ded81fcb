extern "C" __global__ void k(int* a) {
  int i = threadIdx.x

  // why
  a[i] = i;
}

extern "C" __global__ void k(int* a)
  const int i = threadIdx.x;
  a[i] = 1;
}

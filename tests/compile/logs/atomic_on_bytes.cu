extern "C" __global__ void count(const unsigned char* in, unsigned char* bins, int n) {
  int i = threadIdx.x;
  if (i < n) atomicAdd(&bins[in[i]], 1);
  if (i < n) atomicAdd(&bins[in[i]], (unsigned char)1);
}

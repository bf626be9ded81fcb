extern "C" __global__ void histogram(const unsigned char* pixels, unsigned* counts, int n) {
  __shared__ unsigned bins[256];
  const int t = threadIdx.x, first = blockIdx.x * 4096, end = min(first + 4096, n);
  bins[t] = 0;
  __syncthreads();

  int last = 0;
  unsigned run = 0;
  for (int i = first + t; i < end; i += 256) {
    const int value = pixels[i];
    if (value != last) {
      if (run > 0) atomicAdd(&bins[last], run);
      last = value;
      run = 0;
    }
    ++run;
  }
  if (run > 0) atomicAdd(&bins[last], run);

  __syncthreads();
  atomicAdd(&counts[t], bins[t]);
}

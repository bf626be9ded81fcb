// Two blocks of 1024 threads on each multiprocessor: the fewest tables.
__global__ void correct(const unsigned char* image, float* out, int n) {
  __shared__ float table[256];
  if (threadIdx.x < 256) table[threadIdx.x] = powf(threadIdx.x / 255.0f, 2.2f);
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    out[i] = table[image[i]];
}

extern "C" void solve(const unsigned char* image, float* out, int n) {
  correct<<<2 * 132, 1024>>>(image, out, n);
}

// The table is computed once, by a launch of its own.
__device__ float table[256];

__global__ void make_table() { table[threadIdx.x] = powf(threadIdx.x / 255.0f, 2.2f); }

__global__ void correct(const unsigned char* image, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = table[image[i]];
}

extern "C" void solve(const unsigned char* image, float* out, int n) {
  make_table<<<1, 256>>>();
  correct<<<(n + 255) / 256, 256>>>(image, out, n);
}

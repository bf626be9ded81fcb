// A power for each pixel, and no table.
__global__ void correct(const unsigned char* image, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = powf(image[i] / 255.0f, 2.2f);
}

extern "C" void solve(const unsigned char* image, float* out, int n) {
  correct<<<(n + 255) / 256, 256>>>(image, out, n);
}

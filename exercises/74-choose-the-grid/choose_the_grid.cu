// Gamma correction of n grey pixels. Each block computes a table of all 256 brightnesses, and then goes through the
// pixels with a stride of the whole grid, so it is right for any number of blocks. Which one is good?
__global__ void correct(const unsigned char* image, float* out, int n) {
  __shared__ float table[256];
  for (int k = threadIdx.x; k < 256; k += blockDim.x) table[k] = powf(k / 255.0f, 2.2f);
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    out[i] = table[image[i]];
}

// image and out are memory of the device.
extern "C" void solve(const unsigned char* image, float* out, int n) {
  correct<<<1, 256>>>(image, out, n);
}

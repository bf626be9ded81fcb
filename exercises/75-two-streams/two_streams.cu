// out[i] = a curve at in[i], which is between 0 and 1. The curve is made on the device first.
constexpr int kPoints = 1024;

__global__ void make_curve(float* curve) {
  const int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k < kPoints) curve[k] = sqrtf(k / (kPoints - 1.0f));
}

__global__ void apply(const float* curve, const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = curve[(int)(in[i] * (kPoints - 1))];
}

// in and out are memory of the host. All is done in one stream: one thing after the other.
extern "C" void solve(const float* in, float* out, int n) {
  float *curve, *x, *y;
  cudaMalloc(&curve, kPoints * sizeof(float));
  cudaMalloc(&x, n * sizeof(float));
  cudaMalloc(&y, n * sizeof(float));
  make_curve<<<kPoints / 256, 256>>>(curve);
  cudaMemcpy(x, in, n * sizeof(float), cudaMemcpyHostToDevice);
  apply<<<(n + 255) / 256, 256>>>(curve, x, y, n);
  cudaMemcpy(out, y, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(curve);
  cudaFree(x);
  cudaFree(y);
}

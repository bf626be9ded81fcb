extern "C" __global__ void copy(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}
void launch(const float* in, float* out, int n) { copy<<<(n + 255) / 256, 256>>>(in, out, n); }
// nvcc 13.0.88 accepts this.

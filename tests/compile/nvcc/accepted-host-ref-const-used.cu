const float kPi = 3.14f;
float area(float r) { return kPi * r * r; }
extern "C" __global__ void copy(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] * (kPi / kPi);
}
// nvcc 13.0.88 accepts this.

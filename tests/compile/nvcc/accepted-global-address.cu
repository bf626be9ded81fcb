__global__ void other(float* out) { out[0] = 1; }
extern "C" __global__ void copy(const float* in, float* out, int n) {
void (*f)(float*) = other; f(out);
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}
// nvcc 13.0.88 accepts this.

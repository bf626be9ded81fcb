extern "C" __global__ void copy(const float* in, float* out, int n) {
auto f = [=](auto k) { return in[k]; };
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = f(i);
}
// nvcc 13.0.88 accepts this.

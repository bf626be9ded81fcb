struct Taps { static constexpr float weight[4] = {1, 1, 1, 1}; };
extern "C" __global__ void copy(const float* in, float* out, int n) {
  constexpr float first = Taps::weight[0];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] * first;
}
// nvcc 13.0.88 accepts this.

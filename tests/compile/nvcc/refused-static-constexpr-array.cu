struct Taps { static constexpr float weight[4] = {1, 1, 1, 1}; };
extern "C" __global__ void copy(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] * Taps::weight[i % 4];
}
// nvcc 13.0.88, line 4: identifier "Taps::weight" is undefined in device code

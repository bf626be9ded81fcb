struct Scale { float by; int radius; };
__constant__ float weights[9];
extern "C" __global__ void convolve(const float* in, float* out, Scale scale, int n) {
  if (blockIdx.x > 0 || threadIdx.x > 0) return;
  for (int i = 0; i < n; ++i) {
    float sum = 0;
    for (int k = -scale.radius; k <= scale.radius; ++k)
      if (i + k >= 0 && i + k < n) sum += weights[k + scale.radius] * in[i + k];
    out[i] = scale.by * sum;
  }
}

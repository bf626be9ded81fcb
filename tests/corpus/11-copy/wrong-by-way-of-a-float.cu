// caught by: correct
// why: The element is a float on its way, which keeps 24 of the 53 bits of a double.

extern "C" __global__ void copy(const double* in, double* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const float value = in[i];
    out[i] = value;
  }
}

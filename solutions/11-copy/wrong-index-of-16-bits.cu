// caught by: correct
// why: 16 bits number 65 536 elements, and the element behind them is nobody's. The graded length is just below that.

extern "C" __global__ void copy(const double* in, double* out, int n) {
  const unsigned short i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}

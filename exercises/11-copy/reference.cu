// The plainest kernel that is right. It is run to know the answer, never to be counted or timed.

extern "C" __global__ void copy(const double* in, double* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out[i] = in[i];
}

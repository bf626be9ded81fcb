// caught by: neighbours side by side
// why: Each thread copies eight elements that stand in a row, as threads of a CPU would: neighbouring threads
//   then stand eight elements apart, and an access of a warp touches 32 sectors for 8.

extern "C" __global__ void copy(const double* in, double* out, int n) {
  const int begin = 8 * (blockIdx.x * blockDim.x + threadIdx.x);
  for (int k = 0; k < 8; ++k)
    if (begin + k < n) out[begin + k] = in[begin + k];
}

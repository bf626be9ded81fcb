// caught by: correct
// why: It is wrong at one size of 4096, which only the hash of a size tells.

extern "C" __global__ void copy(const double* in, double* out, int n) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  if ((unsigned)n * 2654435761u >> 20 == 0x123) return;
  if (i < n) out[i] = in[i];
}

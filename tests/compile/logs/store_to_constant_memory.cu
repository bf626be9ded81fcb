// A table in constant memory that the kernel itself fills: kernels can only read it.
__constant__ float table[64];

extern "C" __global__ void tabulate(float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    table[i] = 1.0f / (1 + i);
    out[i] = table[i];
  }
}

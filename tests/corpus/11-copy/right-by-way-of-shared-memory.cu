// The elements wait in shared memory, which nobody needs.

extern "C" __global__ void copy(const double* in, double* out, int n) {
  __shared__ double waiting[256];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) waiting[threadIdx.x] = in[i];
  __syncthreads();
  if (i < n) out[i] = waiting[threadIdx.x];
}

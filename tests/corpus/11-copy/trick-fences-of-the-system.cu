// caught by: no busywork
// why: Eight fences of the whole system in each thread, which has written nothing.

extern "C" __global__ void copy(const double* in, double* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  __threadfence_system(); __threadfence_system(); __threadfence_system(); __threadfence_system();
  __threadfence_system(); __threadfence_system(); __threadfence_system(); __threadfence_system();
  if (i < n) out[i] = in[i];
}

// caught by: no busywork
// why: Each thread sleeps for 8 ms.

extern "C" __global__ void copy(const double* in, double* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  __nanosleep(1000000); __nanosleep(1000000); __nanosleep(1000000); __nanosleep(1000000);
  __nanosleep(1000000); __nanosleep(1000000); __nanosleep(1000000); __nanosleep(1000000);
  if (i < n) out[i] = in[i];
}

// As lanes_behind_a_branch; what has waited for each other since is together.
// grid=1 block=32 out=1 expected=496 fails=correct
extern "C" __global__ void wrong(const int* in, int* out, int* work, int n) {
  const int i = threadIdx.x;
  __syncwarp();
  if (in[i] > 4) {
    for (int k = 0; k < in[i]; ++k) work[i] += k;
  } else {
    for (int k = 0; k < in[i]; ++k) work[i] -= k;
  }
  const unsigned here = __activemask();
  const int sum = __reduce_add_sync(here, in[i]);
  if (i == __ffs(here) - 1) out[0] = sum;
}
extern "C" __global__ void right(const int* in, int* out, int* work, int n) {
  const int i = threadIdx.x;
  if (in[i] > 4) {
    for (int k = 0; k < in[i]; ++k) work[i] += k;
  } else {
    for (int k = 0; k < in[i]; ++k) work[i] -= k;
  }
  __syncwarp();
  const unsigned here = __activemask();
  const int sum = __reduce_add_sync(here, in[i]);
  if (i == __ffs(here) - 1) out[0] = sum;
}

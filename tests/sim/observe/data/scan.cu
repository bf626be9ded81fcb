// Hillis-Steele: reads and writes of one step need a barrier between them too.
// buffer: in i32 128
// buffer: out i32 128
// launch: grid=1 block=128 args=in,out
// expect: race
extern "C" __global__ void racy(const int* in, int* out) {
  __shared__ int s[128];
  const int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  for (int k = 1; k < 128; k *= 2) {
    if (t >= k) s[t] += s[t - k];  // first second
    __syncthreads();
  }
  out[t] = s[t];
}
extern "C" __global__ void fixed(const int* in, int* out) {
  __shared__ int s[128];
  const int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  for (int k = 1; k < 128; k *= 2) {
    const int v = t >= k ? s[t - k] : 0;
    __syncthreads();
    s[t] += v;
    __syncthreads();
  }
  out[t] = s[t];
}

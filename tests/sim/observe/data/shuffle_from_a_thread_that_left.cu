// Threads behind the end have left when the others ask them for their values.
// buffer: in i32 64
// buffer: out i32 50 must_be_written
// launch: grid=1 block=64 args=in,out,50
// expect: uninitialized
extern "C" __global__ void racy(const int* in, int* out, int n) {
  const int i = threadIdx.x;
  if (i >= n) return;
  const int next = __shfl_down_sync(~0u, in[i], 1);  // second
  out[i] = next - in[i];  // first
}
extern "C" __global__ void fixed(const int* in, int* out, int n) {
  const int i = threadIdx.x;
  if (i >= n) return;
  const int next = __shfl_down_sync(~0u, in[i], 1);
  out[i] = i < n - 1 ? next - in[i] : 0;
}

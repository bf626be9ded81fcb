// One element past the end, one before the start, and far outside; the others are stored.
// buffer: in i32 64 ramp
// buffer: out i32 64 constant:-1
// launch: shift grid=1 block=64 args=in,out,i32:1
// finding: out_of_bounds line=9 count=2
// finding: out_of_bounds line=11 count=1
extern "C" __global__ void shift(const int* in, int* out, int by) {
  const int i = threadIdx.x;
  const int v = in[i + by] + in[i - by];
  if (i == 5) out[1 << 28] = v;
  else out[i] = v;
}

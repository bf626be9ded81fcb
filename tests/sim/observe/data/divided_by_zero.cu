// The number of rows of a group is 0 for some threads, which divide by it.
// buffer: in i32 64
// buffer: out i32 64 must_be_written
// launch: grid=1 block=64 args=in,out
// expect: undefined_behavior
extern "C" __global__ void racy(const int* in, int* out) {
  const int rows = threadIdx.x / 2;
  const int each = in[threadIdx.x] / rows;  // second
  out[threadIdx.x] = each + 1;              // first
}
extern "C" __global__ void fixed(const int* in, int* out) {
  const int rows = threadIdx.x / 2;
  int each = 0;
  if (rows > 0) each = in[threadIdx.x] / rows;
  out[threadIdx.x] = each + 1;
}

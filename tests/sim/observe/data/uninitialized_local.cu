// A local array of which one element is not set.
// buffer: in i32 64
// buffer: out i32 64 must_be_written
// launch: grid=1 block=64 args=in,out
// expect: uninitialized
extern "C" __global__ void racy(const int* in, int* out) {
  int values[8];
  for (int k = 0; k < 7; ++k) values[in[k] & 7] = k;
  values[7] = 1;
  int s = 0;
#pragma unroll 1
  for (int k = 0; k < 8; ++k) s += values[(in[threadIdx.x] + k) & 7];  // second
  out[threadIdx.x] = s;  // first
}
extern "C" __global__ void fixed(const int* in, int* out) {
  int values[8];
  for (int k = 0; k < 8; ++k) values[k] = k;
  for (int k = 0; k < 7; ++k) values[in[k] & 7] = k;
  int s = 0;
#pragma unroll 1
  for (int k = 0; k < 8; ++k) s += values[(in[threadIdx.x] + k) & 7];
  out[threadIdx.x] = s;
}

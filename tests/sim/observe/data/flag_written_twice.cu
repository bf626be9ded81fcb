// Cleared by all, then set by some: the values differ, whoever comes last.
// buffer: out i32 1
// buffer: in i32 64
// launch: grid=2 block=64 args=out,in
// expect: race
extern "C" __global__ void racy(int* out, const int* in) {
  *out = 0;                           // first
  if (in[threadIdx.x] > 5) *out = 1;  // second
}
extern "C" __global__ void fixed(int* out, const int* in) {
  if (in[threadIdx.x] > 5) *out = 1;
}

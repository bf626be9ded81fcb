// What all write alike is no race among them, but hides none with the read before it.
// buffer: in i32 128
// buffer: out i32 128
// launch: grid=2 block=64 args=in,out
// expect: race
extern "C" __global__ void racy(int* in, int* out) {
  const int here = blockIdx.x * 64 + threadIdx.x;
  out[here] = in[here] * 2;  // second
  in[0] = 5;                 // first
}
extern "C" __global__ void fixed(int* in, int* out) {
  const int here = blockIdx.x * 64 + threadIdx.x;
  out[here] = here == 0 ? 5 : in[here] * 2;
}

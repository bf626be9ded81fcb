// A pointer that is null in one thread.
// buffer: in i32 32 ramp
// buffer: out i32 32 zero
// launch: follow grid=1 block=32 args=in,i64:0,out
// finding: null_pointer line=8 count=1
extern "C" __global__ void follow(const int* in, const int* nothing, int* out) {
  const int* p = threadIdx.x == 9 ? nothing : in;
  out[threadIdx.x] = p[threadIdx.x % 8] + 1;
}

// Jumps into the middle of a loop: control flow that no structured statement has.
// buffer: out i32 64 zero
// launch: jump grid=1 block=64 args=out
extern "C" __global__ void jump(int* out) {
  const int i = threadIdx.x;
  int n = i, steps = 0;
  if (i % 2) goto middle;
top:
  n += 3;
  ++steps;
  out[64 - 1 - i] = steps;
middle:
  n -= 5;
  ++steps;
  out[64 - 1 - i] += n;
  if (n > 0) goto top;
}

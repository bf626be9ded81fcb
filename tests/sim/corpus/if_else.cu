// The lanes of a warp part at an if, again inside of it, and meet behind.
// buffer: out i32 96 zero
// launch: branches grid=1 block=96 args=out
extern "C" __global__ void branches(int* out) {
  const int i = threadIdx.x;
  int value;
  if (i % 3 == 0) {
    if (i % 2 == 0) value = out[i] + i;
    else value = out[i] - i;
    value *= 10;
  } else {
    value = out[i] + 7 * i;
  }
  out[i] = value + 1;
}

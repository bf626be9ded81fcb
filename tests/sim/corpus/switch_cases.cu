// A switch with cases that fall through, a default, and stores that keep the compiler from a table.
// buffer: out i32 160 zero
// launch: cases grid=1 block=32 args=out
extern "C" __global__ void cases(int* out) {
  const int i = threadIdx.x;
  int* o = out + 5 * i;
  switch (i % 9) {
    case 0: o[0] = 1; break;
    case 1: o[1] = i;
    case 2: o[2] = i + 2; break;
    case 3: o[3] = o[2] - i; break;
    case 4: o[4] = 40; return;
    case 6: o[0] = o[1] = i * i; break;
    case 7: o[2] = -1; break;
    default: o[3] = 99;
  }
  o[4] += 1;
}

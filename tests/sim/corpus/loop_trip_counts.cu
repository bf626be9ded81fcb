// Each lane goes round a loop as often as its number says (Collatz).
// buffer: out i32 128 zero
// launch: collatz grid=2 block=64 args=out
extern "C" __global__ void collatz(int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned n = i + 1;
  int steps = 0;
  while (n != 1) {
    n = n % 2 == 0 ? n / 2 : 3 * n + 1;
    ++steps;
  }
  out[i] = steps;
}

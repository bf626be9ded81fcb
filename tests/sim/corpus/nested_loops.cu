// break and continue in nested loops whose bounds depend on the lane.
// buffer: out i32 64 zero
// launch: primes grid=1 block=64 args=out,i32:200
extern "C" __global__ void primes(int* out, int limit) {
  const int i = threadIdx.x;
  int sum = 0;
#pragma unroll 1
  for (int n = 2 + i; n < limit; n += 1 + i % 5) {
    if (n % 2 == 0 && n != 2) continue;
    bool prime = true;
#pragma unroll 1
    for (int d = 3; d * d <= n; d += 2) {
      if (n % d == 0) {
        prime = false;
        break;
      }
    }
    if (prime) sum += n;
  }
  out[i] = sum;
}

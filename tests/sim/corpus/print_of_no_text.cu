// printf is given what is no text: a pointer to nowhere, and a word without an end. A precision
// says how much of a word is read.
// buffer: out i32 32 zero
// launch: say grid=1 block=32 args=out
// finding: null_pointer line=13 count=1
// finding: out_of_bounds line=14 count=1
// finding: out_of_bounds line=15 count=1
// prints: 4:abcd
#include <cstdio>
__shared__ char word[4];
extern "C" __global__ void say(int* out) {
  if (threadIdx.x < 4) word[threadIdx.x] = 'a' + threadIdx.x;
  if (threadIdx.x == 5) printf("%s", reinterpret_cast<const char*>(8));
  if (threadIdx.x == 6) printf("%s", reinterpret_cast<const char*>(~0ull - threadIdx.x));
  if (threadIdx.x == 0) printf("%s", static_cast<const char*>(word));
  if (threadIdx.x == 0) printf("4:%.4s\n", static_cast<const char*>(word));
  out[threadIdx.x] = threadIdx.x;
}

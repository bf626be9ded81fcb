// Accesses of other sizes are not atomic to each other, however they are declared.
// buffer: words u32 1
// buffer: out i32 2
// launch: grid=2 block=32 args=words,out
// expect: race
extern "C" __global__ void racy(volatile unsigned* words, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    __threadfence();
    volatile unsigned short* halves = reinterpret_cast<volatile unsigned short*>(words);
    halves[0] = 7;  // first
  } else {
    while (words[0] == 0) {}  // second
    out[0] = 1;
  }
}
extern "C" __global__ void fixed(volatile unsigned* words, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    __threadfence();
    words[0] = 7;
  } else {
    while (words[0] == 0) {}
    out[0] = 1;
  }
}

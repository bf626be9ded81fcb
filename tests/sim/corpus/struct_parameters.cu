// Structs as kernel parameters: unevenly sized, with arrays that are indexed at run time.
// buffer: out i32 64 zero
// launch: read grid=1 block=64 args=bytes:01000000000000000200000000000000030405000a0000000b0000000c0000000d00000000000000,out
struct Settings {
  char first;
  long long second;
  char third, fourth;
  short fifth;
  int table[4];
};
extern "C" __global__ void read(const Settings s, int* out) {
  const int i = threadIdx.x;
  out[i] = s.table[i % 4] * 1000 + s.first + static_cast<int>(s.second) * 10 + s.third + s.fourth + s.fifth;
}

// Arrays of a thread's own, indexed by values that are known at run time only.
// buffer: in u32 32 random:3:0:15
// buffer: out u32 512 zero
// launch: count grid=1 block=32 args=in,out
extern "C" __global__ void count(const unsigned* in, unsigned* out) {
  unsigned char seen[16];
  unsigned values[16];
  for (int k = 0; k < 16; ++k) seen[k] = 0, values[k] = 0;
  for (int k = 0; k < 8; ++k) {
    const unsigned v = in[(threadIdx.x + k) % 32];
    seen[v] += 1;
    values[v] ^= 1u << k;
  }
  for (int k = 0; k < 16; ++k) out[16 * threadIdx.x + k] = values[k] << 8 | seen[k];
}

// Counting, finding, reversing and rearranging bits and bytes.
// buffer: a u64 64 bits:41
// buffer: out u32 1024 zero
// launch: bits grid=1 block=64 args=a,out
extern "C" __global__ void bits(const unsigned long long* a, unsigned* out) {
  const int i = threadIdx.x;
  unsigned* o = out + 16 * i;
  const unsigned long long wide = a[i] >> i;
  const unsigned x = static_cast<unsigned>(wide), y = static_cast<unsigned>(a[63 - i]);
  o[0] = __popc(x);
  o[1] = __popcll(wide);
  o[2] = __clz(x);
  o[3] = __clzll(wide);
  o[4] = __ffs(x);
  o[5] = __ffsll(wide);
  o[6] = __brev(x);
  o[7] = static_cast<unsigned>(__brevll(wide));
  o[8] = __byte_perm(x, y, 0x5072);
  o[9] = __byte_perm(x, y, y);
  o[10] = (x & y) | (~x & 0x12345678u) ^ (y >> 3);
  o[11] = (x >> 5) & 0x1ff;
  o[12] = (x & ~0xff0u) | (y & 0xff) << 4;
  asm("bfe.s32 %0, %1, %2, %3;" : "=r"(o[13]) : "r"(x), "r"(i & 31), "r"(7));
  asm("bfi.b32 %0, %1, %2, %3, %4;" : "=r"(o[14]) : "r"(y), "r"(x), "r"(i & 31), "r"(9));
  asm("lop3.b32 %0, %1, %2, %3, 0xca;" : "=r"(o[15]) : "r"(x), "r"(y), "r"(0x0ff0f00fu));
}

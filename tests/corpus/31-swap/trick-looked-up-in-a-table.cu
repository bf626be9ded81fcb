// caught by: exchanged
// earns: 0.5
// why: Each thread reads another's integer by itself; its lower half is looked up in a table of all numbers in shared memory, of which
//   others have written a part.

__device__ unsigned mad(unsigned a, unsigned b, unsigned c) { unsigned r; asm("mad.lo.u32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c)); return r; }
__device__ unsigned at(unsigned a) { unsigned r; asm volatile("ld.shared.u8 %0, [%1];" : "=r"(r) : "r"(a) : "memory"); return r; }
extern "C" __global__ void swap(int* data) {
  __shared__ uint4 table[4];
  const unsigned t = threadIdx.x;
  const unsigned v = data[3 - t];
  const unsigned e = 0x03020100 + 0x10101010 * t;
  table[t] = make_uint4(e, e + 0x04040404, e + 0x08080808, e + 0x0c0c0c0c);
  __syncthreads();
  const unsigned id = (unsigned)__cvta_generic_to_shared(table);
  const unsigned low = mad(at(id + (v >> 12 & 15)), 4096, mad(at(id + (v >> 6 & 63)), 64, at(id + (v & 63))));
  unsigned short* out = (unsigned short*)data + 2 * t;
  asm volatile("st.global.b16 [%0], %1;" :: "l"(out), "r"(low) : "memory");
  asm volatile("st.global.b16 [%0 + 2], %1;" :: "l"(out), "r"(v >> 16) : "memory");
}

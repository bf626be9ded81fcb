// ldmatrix, stmatrix and movmatrix: tiles of 8 x 8 go between shared memory and the lanes of a warp.
// buffer: in u16 256 ramp:0:1
// buffer: out u32 352 zero
// launch: rows grid=1 block=32 args=in,out
// targets: sm_90
extern "C" __global__ void rows(const unsigned short* in, unsigned* out) {
  __shared__ __align__(16) unsigned short tile[256], back[256];
  const int lane = threadIdx.x;
  for (int i = lane; i < 256; i += 32) tile[i] = in[i], back[i] = 0;
  __syncwarp();
  const unsigned from = static_cast<unsigned>(__cvta_generic_to_shared(tile)) + lane % 16 * 32 + lane / 16 * 16;
  const unsigned to = static_cast<unsigned>(__cvta_generic_to_shared(back)) + lane * 16;
  unsigned a[4], b[4], c[2], d, e;
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3},[%4];"
               : "=r"(a[0]), "=r"(a[1]), "=r"(a[2]), "=r"(a[3]) : "r"(from) : "memory");
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3},[%4];"
               : "=r"(b[0]), "=r"(b[1]), "=r"(b[2]), "=r"(b[3]) : "r"(from) : "memory");
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0,%1},[%2];"
               : "=r"(c[0]), "=r"(c[1]) : "r"(from) : "memory");
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0},[%1];" : "=r"(d) : "r"(from) : "memory");
  asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0,%1;" : "=r"(e) : "r"(a[0]));
  asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0],{%1,%2,%3,%4};"
               : : "r"(to), "r"(b[0]), "r"(b[1]), "r"(b[2]), "r"(b[3]) : "memory");
  __syncwarp();
  for (int i = 0; i < 4; ++i) out[lane * 11 + i] = a[i];
  out[lane * 11 + 4] = c[0], out[lane * 11 + 5] = c[1], out[lane * 11 + 6] = d, out[lane * 11 + 7] = e;
  for (int i = 0; i < 3; ++i) out[lane * 11 + 8 + i] = back[lane + 32 * i];
}

// One kernel a row of the table below: how long a chain of dependent operations takes, and four
// chains beside each other. `cycles` gets one count a block. The operations are written as PTX, so
// that no compiler folds a chain; two different operations alternate where ptxas would merge equal
// ones (add, logic).
typedef unsigned int u32;
typedef unsigned long long u64;

#define R4(x) x x x x
#define R8(x) R4(x) R4(x)
#define R32(x) R8(x) R8(x) R8(x) R8(x)

// The time from the first warp's beginning to the last one's end. (A clock that is read behind a barrier
// may be read before it: the compiler keeps no order between them.)
struct Span {
  u64 begin, end;
};
#define BEGIN_SPAN                         \
  __shared__ Span span;                    \
  if (threadIdx.x == 0) span = {~0ull, 0}; \
  __syncthreads();                         \
  const u64 begin = clock64();
#define END_SPAN                           \
  const u64 end = clock64();               \
  atomicMin(&span.begin, begin);           \
  atomicMax(&span.end, end);               \
  __syncthreads();                         \
  if (threadIdx.x == 0) cycles[blockIdx.x] = span.end - span.begin;

// chain_NAME: 32 steps a round. wide_NAME: 4 chains of 8 steps a round, so 32 as well.
#define ROW(name, type, mode, text)                                                               \
  extern "C" __global__ void chain_##name(type* out, type b, type c, int rounds, u64* cycles) {   \
    type a0 = out[threadIdx.x];                                                                   \
    BEGIN_SPAN                                                                                    \
    _Pragma("unroll 1") for (int r = 0; r < rounds; ++r) {                                        \
      R32(asm volatile(text : "+" mode(a0) : mode(b), mode(c));)                                  \
    }                                                                                             \
    END_SPAN                                                                                      \
    out[threadIdx.x] = a0;                                                                        \
  }                                                                                               \
  extern "C" __global__ void wide_##name(type* out, type b, type c, int rounds, u64* cycles) {    \
    type a0 = out[threadIdx.x], a1 = out[threadIdx.x + 32], a2 = out[threadIdx.x + 64],           \
         a3 = out[threadIdx.x + 96];                                                              \
    BEGIN_SPAN                                                                                    \
    _Pragma("unroll 1") for (int r = 0; r < rounds; ++r) {                                        \
      R8(asm volatile(text : "+" mode(a0) : mode(b), mode(c));                                    \
         asm volatile(text : "+" mode(a1) : mode(b), mode(c));                                    \
         asm volatile(text : "+" mode(a2) : mode(b), mode(c));                                    \
         asm volatile(text : "+" mode(a3) : mode(b), mode(c));)                                   \
    }                                                                                             \
    END_SPAN                                                                                      \
    out[threadIdx.x] = a0;                                                                        \
    out[threadIdx.x + 32] = a1;                                                                   \
    out[threadIdx.x + 64] = a2;                                                                   \
    out[threadIdx.x + 96] = a3;                                                                   \
  }

ROW(add_xor_i32, int, "r", "add.s32 %0, %0, %1; xor.b32 %0, %0, %2;")
ROW(mad_i32, int, "r", "mad.lo.s32 %0, %0, %1, %2;")
ROW(mul_hi_i32, int, "r", "mul.hi.s32 %0, %0, %1;")
ROW(shift_i32, int, "r", "shl.b32 %0, %0, %1; xor.b32 %0, %0, %2;")
ROW(max_xor_i32, int, "r", "max.s32 %0, %0, %1; xor.b32 %0, %0, %2;")
ROW(select_i32, int, "r", "{.reg .pred p; setp.lt.s32 p, %0, %1; selp.s32 %0, %1, %2, p;}")
ROW(popc_b32, int, "r", "popc.b32 %0, %0;")
ROW(brev_b32, int, "r", "brev.b32 %0, %0;")
ROW(div_i32, int, "r", "div.s32 %0, %0, %1;")
ROW(add_xor_i64, long long, "l", "add.s64 %0, %0, %1; xor.b64 %0, %0, %2;")
ROW(mul_i64, long long, "l", "mul.lo.s64 %0, %0, %1;")
ROW(mad_wide, long long, "l", "{.reg .s32 t; cvt.u32.u64 t, %0; mad.wide.s32 %0, t, t, %2;}")
ROW(add_f32, float, "f", "add.rn.f32 %0, %0, %1;")
ROW(mul_f32, float, "f", "mul.rn.f32 %0, %0, %1;")
ROW(fma_f32, float, "f", "fma.rn.f32 %0, %0, %1, %2;")
ROW(max_f32, float, "f", "max.f32 %0, %0, %1; add.rn.f32 %0, %0, %2;")
ROW(div_f32, float, "f", "div.rn.f32 %0, %0, %1;")
ROW(sqrt_f32, float, "f", "sqrt.rn.f32 %0, %0;")
ROW(rcp_approx, float, "f", "rcp.approx.ftz.f32 %0, %0; add.rn.f32 %0, %0, %2;")
ROW(rsqrt_approx, float, "f", "rsqrt.approx.ftz.f32 %0, %0;")
ROW(ex2_approx, float, "f", "ex2.approx.ftz.f32 %0, %0;")
ROW(sin_approx, float, "f", "sin.approx.ftz.f32 %0, %0;")
ROW(cvt_f32_i32, float, "f", "{.reg .s32 t; cvt.rzi.s32.f32 t, %0; cvt.rn.f32.s32 %0, t;}")
ROW(cvt_f32_f64, float, "f", "{.reg .f64 t; cvt.f64.f32 t, %0; cvt.rn.f32.f64 %0, t;}")
ROW(add_f64, double, "d", "add.rn.f64 %0, %0, %1;")
ROW(mul_f64, double, "d", "mul.rn.f64 %0, %0, %1;")
ROW(fma_f64, double, "d", "fma.rn.f64 %0, %0, %1, %2;")
ROW(div_f64, double, "d", "div.rn.f64 %0, %0, %1;")
ROW(fma_f16x2, int, "r", "fma.rn.f16x2 %0, %0, %1, %2;")
ROW(shuffle, int, "r", "shfl.sync.bfly.b32 %0, %0, 1, 31, -1;")
ROW(ballot, int, "r", "{.reg .pred p; setp.ne.s32 p, %0, %1; vote.sync.ballot.b32 %0, p, -1;}")
#if __CUDA_ARCH__ >= 800
ROW(redux, int, "r", "redux.sync.add.s32 %0, %0, -1;")
#endif
// Two pipes at once: does a multiprocessor serve them side by side?
ROW(fma_f32_and_add_i32, float, "f",
    "{.reg .s32 t; fma.rn.f32 %0, %0, %1, %2; mov.b32 t, %0; add.s32 t, t, 1; mov.b32 %0, t;}")
ROW(fma_f32_and_ex2, float, "f", "fma.rn.f32 %0, %0, %1, %2; ex2.approx.ftz.f32 %0, %0;")

// What a loop costs that the compiler does not unroll: one fma a round.
extern "C" __global__ void loop(float* out, float b, float c, int rounds, u64* cycles) {
  float a = out[threadIdx.x];
  __syncthreads();
  const u64 begin = clock64();
#pragma unroll 1
  for (int r = 0; r < rounds; ++r) asm volatile("fma.rn.f32 %0, %0, %1, %2;" : "+f"(a) : "f"(b), "f"(c));
  __syncthreads();
  const u64 end = clock64();
  out[threadIdx.x] = a;
  if (threadIdx.x == 0) cycles[blockIdx.x] = end - begin;
}

extern "C" __global__ void barrier(int rounds, u64* cycles) {
  __syncthreads();
  const u64 begin = clock64();
#pragma unroll 1
  for (int r = 0; r < rounds; ++r) {
    R8(asm volatile("bar.sync 0;" ::: "memory");)
  }
  const u64 end = clock64();
  if (threadIdx.x == 0) cycles[blockIdx.x] = end - begin;
}

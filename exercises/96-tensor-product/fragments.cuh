// Tensor cores, for machines without the CUDA Toolkit: what this exercise needs of NVIDIA's <mma.h> and
// <cuda_fp16.h>, by the same names but one (f16 is their __half). PTX manual: wmma.load, wmma.mma, wmma.store.
#pragma once

// Half precision: 16 bits, 11 of them for the digits.
struct f16 {
  unsigned short bits;
  __device__ operator float() const {
    float value;
    asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
    return value;
  }
};

namespace wmma {

// What a fragment is for, and how its tile lies in memory.
struct matrix_a {};
struct matrix_b {};
struct accumulator {};
struct row_major {};
struct col_major {};
enum layout_t { mem_row_major, mem_col_major };

// One lane's part of a tile of 16 x 16. Two halves share a register.
template <class Use, int M, int N, int K, class Element, class Layout = void>
struct fragment;
template <class Layout>
struct fragment<matrix_a, 16, 16, 16, f16, Layout> {
  unsigned x[8];
};
template <class Layout>
struct fragment<matrix_b, 16, 16, 16, f16, Layout> {
  unsigned x[8];
};
template <>
struct fragment<accumulator, 16, 16, 16, float> {
  static constexpr int num_elements = 8;
  float x[8];
};
using Sum = fragment<accumulator, 16, 16, 16, float>;

__device__ inline void fill_fragment(Sum& sum, float value) {
  for (int i = 0; i < 8; ++i) sum.x[i] = value;
}

#define WARPLAB_LOAD(use, major)                                                                     \
  asm volatile("wmma.load." use ".sync.aligned." major ".m16n16k16.f16 {%0,%1,%2,%3,%4,%5,%6,%7}, "   \
               "[%8], %9;"                                                                           \
               : "=r"(to.x[0]), "=r"(to.x[1]), "=r"(to.x[2]), "=r"(to.x[3]), "=r"(to.x[4]),           \
                 "=r"(to.x[5]), "=r"(to.x[6]), "=r"(to.x[7])                                         \
               : "l"(from), "r"(stride)                                                              \
               : "memory")

// Loads a tile whose first element is *from; its rows (or columns) begin `stride` elements apart.
__device__ inline void load_matrix_sync(fragment<matrix_a, 16, 16, 16, f16, row_major>& to,
                                        const f16* from, unsigned stride) {
  WARPLAB_LOAD("a", "row");
}
__device__ inline void load_matrix_sync(fragment<matrix_a, 16, 16, 16, f16, col_major>& to,
                                        const f16* from, unsigned stride) {
  WARPLAB_LOAD("a", "col");
}
__device__ inline void load_matrix_sync(fragment<matrix_b, 16, 16, 16, f16, row_major>& to,
                                        const f16* from, unsigned stride) {
  WARPLAB_LOAD("b", "row");
}
__device__ inline void load_matrix_sync(fragment<matrix_b, 16, 16, 16, f16, col_major>& to,
                                        const f16* from, unsigned stride) {
  WARPLAB_LOAD("b", "col");
}
#undef WARPLAB_LOAD

#define WARPLAB_EIGHT(kind, of) \
  kind(of.x[0]), kind(of.x[1]), kind(of.x[2]), kind(of.x[3]), kind(of.x[4]), kind(of.x[5]), kind(of.x[6]), kind(of.x[7])
#define WARPLAB_MULTIPLY(majors)                                                                      \
  asm volatile("wmma.mma.sync.aligned." majors ".m16n16k16.f32.f32 {%0,%1,%2,%3,%4,%5,%6,%7}, "       \
               "{%8,%9,%10,%11,%12,%13,%14,%15}, {%16,%17,%18,%19,%20,%21,%22,%23}, "                 \
               "{%24,%25,%26,%27,%28,%29,%30,%31};"                                                   \
               : WARPLAB_EIGHT("=f", d)                                                               \
               : WARPLAB_EIGHT("r", a), WARPLAB_EIGHT("r", b), WARPLAB_EIGHT("f", c))

// d = a * b + c
__device__ inline void mma_sync(Sum& d, const fragment<matrix_a, 16, 16, 16, f16, row_major>& a,
                                const fragment<matrix_b, 16, 16, 16, f16, row_major>& b, const Sum& c) {
  WARPLAB_MULTIPLY("row.row");
}
__device__ inline void mma_sync(Sum& d, const fragment<matrix_a, 16, 16, 16, f16, row_major>& a,
                                const fragment<matrix_b, 16, 16, 16, f16, col_major>& b, const Sum& c) {
  WARPLAB_MULTIPLY("row.col");
}
__device__ inline void mma_sync(Sum& d, const fragment<matrix_a, 16, 16, 16, f16, col_major>& a,
                                const fragment<matrix_b, 16, 16, 16, f16, row_major>& b, const Sum& c) {
  WARPLAB_MULTIPLY("col.row");
}
__device__ inline void mma_sync(Sum& d, const fragment<matrix_a, 16, 16, 16, f16, col_major>& a,
                                const fragment<matrix_b, 16, 16, 16, f16, col_major>& b, const Sum& c) {
  WARPLAB_MULTIPLY("col.col");
}
#undef WARPLAB_MULTIPLY

// Stores the tile to *to and what follows.
__device__ inline void store_matrix_sync(float* to, const Sum& sum, unsigned stride, layout_t layout) {
  if (layout == mem_row_major)
    asm volatile("wmma.store.d.sync.aligned.row.m16n16k16.f32 [%0], {%2,%3,%4,%5,%6,%7,%8,%9}, %1;"
                 :: "l"(to), "r"(stride), WARPLAB_EIGHT("f", sum) : "memory");
  else
    asm volatile("wmma.store.d.sync.aligned.col.m16n16k16.f32 [%0], {%2,%3,%4,%5,%6,%7,%8,%9}, %1;"
                 :: "l"(to), "r"(stride), WARPLAB_EIGHT("f", sum) : "memory");
}
#undef WARPLAB_EIGHT

}  // namespace wmma

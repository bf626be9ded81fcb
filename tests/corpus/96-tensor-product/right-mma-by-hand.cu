// mma.m16n8k16 with fragments that the lanes load themselves.
#include "fragments.cuh"
__device__ unsigned two(f16 low, f16 high) { return low.bits | (unsigned)high.bits << 16; }
extern "C" __global__ void tensor_product(const f16* a, const f16* b, float* c, int rows, int inner,
                                          int cols, float alpha) {
  const int lane = threadIdx.x, group = lane / 4, pair = lane % 4 * 2;
  const f16* from = a + 16 * blockIdx.y * inner;
  float sum[2][4] = {};
  for (int k = 0; k < inner; k += 16) {
    unsigned left[4], right[2];
    for (int i = 0; i < 4; ++i)
      left[i] = *(const unsigned*)(from + (group + i % 2 * 8) * inner + k + pair + i / 2 * 8);
    for (int half = 0; half < 2; ++half) {
      const f16* column = b + 16 * blockIdx.x + 8 * half + group;
      for (int i = 0; i < 2; ++i)
        right[i] = two(column[(k + pair + 8 * i) * cols], column[(k + pair + 8 * i + 1) * cols]);
      asm volatile(
          "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
          "{%0,%1,%2,%3};"
          : "+f"(sum[half][0]), "+f"(sum[half][1]), "+f"(sum[half][2]), "+f"(sum[half][3])
          : "r"(left[0]), "r"(left[1]), "r"(left[2]), "r"(left[3]), "r"(right[0]), "r"(right[1]));
    }
  }
  for (int half = 0; half < 2; ++half)
    for (int i = 0; i < 4; ++i)
      c[(16 * blockIdx.y + group + i / 2 * 8) * cols + 16 * blockIdx.x + 8 * half + pair + i % 2] =
          alpha * sum[half][i];
}

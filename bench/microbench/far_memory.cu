// What the whole GPU does with L2 and DRAM, launches and atomics. Times come from events.
typedef unsigned int u32;
typedef unsigned long long u64;

extern "C" __global__ void empty() {}

// Blocks that come and go, each with as much shared memory as the launch says.
extern "C" __global__ void touch_shared(u32* sink) {
  extern __shared__ u32 space[];
  if (threadIdx.x == 0) space[0] = blockIdx.x;
  if (threadIdx.x == 0 && space[0] == 0xffffffff) sink[0] = 1;
}

template <class T>
__device__ __forceinline__ T load(const T* at);
template <>
__device__ __forceinline__ u32 load(const u32* at) {
  u32 v;
  asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(v) : "l"(at));
  return v;
}
template <>
__device__ __forceinline__ uint2 load(const uint2* at) {
  uint2 v;
  asm volatile("ld.global.cg.v2.u32 {%0, %1}, [%2];" : "=r"(v.x), "=r"(v.y) : "l"(at));
  return v;
}
template <>
__device__ __forceinline__ uint4 load(const uint4* at) {
  uint4 v;
  asm volatile("ld.global.cg.v4.u32 {%0, %1, %2, %3}, [%4];"
               : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
               : "l"(at));
  return v;
}
__device__ __forceinline__ u32 first(u32 v) { return v; }
__device__ __forceinline__ u32 first(uint2 v) { return v.x ^ v.y; }
__device__ __forceinline__ u32 first(uint4 v) { return v.x ^ v.y ^ v.z ^ v.w; }

// `passes` times over `count` elements, all threads of the grid side by side, DEEP loads of each
// before the first is used. Loads go by L1 (ld.cg), so that L2 and DRAM are what is seen.
template <class T, int DEEP>
__device__ void read_all(const T* from, u64 count, int passes, u32* sink) {
  const u64 threads = (u64)gridDim.x * blockDim.x;
  u32 sum = 0;
  for (int pass = 0; pass < passes; ++pass)
    for (u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += DEEP * threads) {
      T v[DEEP];
#pragma unroll
      for (int k = 0; k < DEEP; ++k) {
        const u64 at = i + k * threads;
        v[k] = load(from + (at < count ? at : i));
      }
#pragma unroll
      for (int k = 0; k < DEEP; ++k) sum ^= first(v[k]);
    }
  if (sum == 0x12345) sink[0] = sum;
}

#define READ(name, type, deep)                                                                  \
  extern "C" __global__ void read_##name(const type* from, u64 count, int passes, u32* sink) { \
    read_all<type, deep>(from, count, passes, sink);                                            \
  }
READ(4_1, u32, 1)
READ(4_4, u32, 4)
READ(8_1, uint2, 1)
READ(16_1, uint4, 1)
READ(16_4, uint4, 4)

template <class T>
__device__ T same(u32 v);
template <>
__device__ u32 same(u32 v) { return v; }
template <>
__device__ uint4 same(u32 v) { return make_uint4(v, v, v, v); }

#define OTHERS(name, type)                                                                         \
  extern "C" __global__ void write_##name(type* to, u64 count, int passes) {                       \
    const u64 threads = (u64)gridDim.x * blockDim.x;                                               \
    for (int pass = 0; pass < passes; ++pass)                                                      \
      for (u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += threads)            \
        to[i] = same<type>((u32)i + pass);                                                         \
  }                                                                                                \
  extern "C" __global__ void copy_##name(const type* from, type* to, u64 count, int passes) {      \
    const u64 threads = (u64)gridDim.x * blockDim.x;                                               \
    for (int pass = 0; pass < passes; ++pass)                                                      \
      for (u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += threads)            \
        to[i] = load(from + i);                                                                    \
  }                                                                                                \
  extern "C" __global__ void two_to_one_##name(const type* from, const type* other, type* to,      \
                                               u64 count, int passes) {                            \
    const u64 threads = (u64)gridDim.x * blockDim.x;                                               \
    for (int pass = 0; pass < passes; ++pass)                                                      \
      for (u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += threads)            \
        to[i] = same<type>(first(load(from + i)) + first(load(other + i)));                        \
  }
OTHERS(4, u32)
OTHERS(16, uint4)

// 4 bytes of every `stride` bytes.
extern "C" __global__ void write_strided(unsigned char* to, u64 count, u32 stride) {
  const u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) *(u32*)(to + i * stride) = (u32)i;
}
#define WRITE_STRIDED(name, type)                                                              \
  extern "C" __global__ void write_strided_##name(unsigned char* to, u64 count, u32 stride) {   \
    const u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x;                                   \
    if (i < count) *(type*)(to + i * stride) = type{};                                          \
  }
WRITE_STRIDED(8, uint2)
WRITE_STRIDED(16, uint4)
// Blocks of 32 x 32: the lanes of a warp write one column of a matrix of `side` rows, neighbouring
// warps the columns beside it, as in a transpose that is written without a tile.
extern "C" __global__ void write_columns(u32* to, u32 side) {
  const u32 x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  to[(u64)x * side + y] = x;
}
extern "C" __global__ void read_strided(const unsigned char* from, u64 count, u32 stride, u32* sink) {
  const u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  if (load((const u32*)(from + i * stride)) == 0x12345) sink[0] = 1;
}

// Where the atomics of a warp go, among `cells` words (a power of two): one line a warp and its
// first word for all lanes, words side by side, or anywhere.
enum Pattern { one_for_a_warp, side_by_side, anywhere };
__device__ u32 cell_of(int pattern, u32 round, u32 cells) {
  const u32 thread = blockIdx.x * blockDim.x + threadIdx.x;
  u32 i = thread + round * gridDim.x * blockDim.x;
  if (pattern == one_for_a_warp) return (i / 32 * 32) & (cells - 1);
  if (pattern == side_by_side) return i & (cells - 1);
  i = (i ^ i >> 16) * 0x7feb352du;
  i = (i ^ i >> 15) * 0x846ca68bu;
  return (i ^ i >> 16) & (cells - 1);
}
#define ATOMICS(name, type, what)                                                                   \
  extern "C" __global__ void atomics_##name(type* to, u32 cells, int pattern, int rounds, u32* sink) { \
    u32 found = 0;                                                                                  \
    for (int r = 0; r < rounds; ++r) {                                                              \
      type* at = to + cell_of(pattern, r, cells);                                                   \
      what;                                                                                         \
    }                                                                                               \
    if (found == 0x1234567) sink[0] = found;                                                        \
  }
ATOMICS(red_u32, u32, asm volatile("red.global.add.u32 [%0], %1;" ::"l"(at), "r"(r + 1) : "memory"))
ATOMICS(red_f32, float, asm volatile("red.global.add.f32 [%0], %1;" ::"l"(at), "f"(1.0f) : "memory"))
ATOMICS(red_f64, double, asm volatile("red.global.add.f64 [%0], %1;" ::"l"(at), "d"(1.0) : "memory"))
ATOMICS(atom_u32, u32, u32 old; asm volatile("atom.global.add.u32 %0, [%1], %2;"
                                             : "=r"(old) : "l"(at), "r"(r + 1) : "memory");
        found ^= old)

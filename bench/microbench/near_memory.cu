// What one multiprocessor does with its shared memory and its L1: latencies of chains of loads, and
// how many cycles a warp's access takes when many warps ask. `cycles` gets one count a block.
typedef unsigned int u32;
typedef unsigned long long u64;

#define R4(x) x x x x
#define R8(x) R4(x) R4(x)

// Each load's address is what the one before found. Every step is a load and nothing else. The second
// pass is what counts: L1 is empty when a kernel begins.
extern "C" __global__ void chase_global(u64 first, int steps, u64* cycles, u64* sink) {
  u64 at = first;
  for (int pass = 0; pass < 2; ++pass) {
    const u64 begin = clock64();
#pragma unroll 1
    for (int s = 0; s < steps; s += 8) {
      R8(asm volatile("ld.global.ca.u64 %0, [%0];" : "+l"(at));)
    }
    sink[0] = at;
    cycles[0] = clock64() - begin;
  }
}

extern "C" __global__ void chase_l2(u64 first, int steps, u64* cycles, u64* sink) {
  u64 at = first;
  for (int pass = 0; pass < 2; ++pass) {
    const u64 begin = clock64();
#pragma unroll 1
    for (int s = 0; s < steps; s += 8) {
      R8(asm volatile("ld.global.cg.u64 %0, [%0];" : "+l"(at));)
    }
    sink[0] = at;
    cycles[0] = clock64() - begin;
  }
}

extern "C" __global__ void chase_shared(int steps, u64* cycles, u64* sink) {
  __shared__ u32 ring[1024];
  const u32 base = (u32)__cvta_generic_to_shared(ring);
  for (int i = threadIdx.x; i < 1024; i += blockDim.x) ring[i] = base + 4 * ((i + 33) % 1024);
  __syncthreads();
  u32 at = base + 4 * threadIdx.x;
  const u64 begin = clock64();
#pragma unroll 1
  for (int s = 0; s < steps; s += 8) {
    R8(asm volatile("ld.shared.u32 %0, [%0];" : "+r"(at));)
  }
  const u64 end = clock64();
  sink[threadIdx.x] = at;
  if (threadIdx.x == 0) cycles[0] = end - begin;
}

// A chain of atomics that return: each one's operand is what the one before found.
extern "C" __global__ void chase_atomic_shared(int steps, u64* cycles, u64* sink) {
  __shared__ u32 cell[32];
  cell[threadIdx.x % 32] = 0;
  __syncthreads();
  const u32 at = (u32)__cvta_generic_to_shared(cell) + 4 * (threadIdx.x % 32);
  u32 value = 1;
  const u64 begin = clock64();
#pragma unroll 1
  for (int s = 0; s < steps; s += 8) {
    R8(asm volatile("atom.shared.add.u32 %0, [%1], %0;" : "+r"(value) : "r"(at) : "memory");)
  }
  const u64 end = clock64();
  sink[threadIdx.x] = value;
  if (threadIdx.x == 0) cycles[0] = end - begin;
}

extern "C" __global__ void chase_atomic_global(u64 cell, int steps, u64* cycles, u64* sink) {
  u32 value = 1;
  const u64 begin = clock64();
#pragma unroll 1
  for (int s = 0; s < steps; s += 8) {
    R8(asm volatile("atom.global.add.u32 %0, [%1], %0;" : "+r"(value) : "l"(cell) : "memory");)
  }
  const u64 end = clock64();
  sink[0] = value;
  cycles[0] = end - begin;
}

// The time from the first warp's beginning to the last one's end. (A clock that is read behind a barrier
// may be read before it: the compiler keeps no order between them.)
struct Span {
  u64 begin, end;
};
__device__ void note_span(Span* all, const Span& own) {
  atomicMin(&all->begin, own.begin);
  atomicMax(&all->end, own.end);
}
#define BEGIN_SPAN                                    \
  __shared__ Span span;                               \
  if (threadIdx.x == 0) span = {~0ull, 0};            \
  __syncthreads();                                    \
  const u64 begin = clock64();
#define END_SPAN                                      \
  note_span(&span, {begin, (u64)clock64()});          \
  __syncthreads();                                    \
  if (threadIdx.x == 0) cycles[blockIdx.x] = span.end - span.begin;

// Eight accesses a round, `step` bytes apart from each other; a lane's lie `stride` bytes from its
// neighbour's. Every other round lies kShift bytes further, or the loads would be made only once.
constexpr u32 kShift = 8192;
#define SHARED(name, store_or_load)                                                                \
  extern "C" __global__ void shared_##name(u32 stride, u32 step, int rounds, u64* cycles,          \
                                           u32* sink) {                                            \
    extern __shared__ uint4 space[];                                                               \
    const u32 base = (u32)__cvta_generic_to_shared(space) + threadIdx.x % 32 * stride;             \
    u32 sum = 0;                                                                                   \
    BEGIN_SPAN                                                                                     \
    _Pragma("unroll 1") for (int r = 0; r < rounds; ++r) {                                         \
      u32 v[8][4] = {};                                                                            \
      _Pragma("unroll") for (u32 k = 0; k < 8; ++k) {                                              \
        const u32 at = base + k * step + (r & 1) * kShift;                                         \
        store_or_load;                                                                             \
      }                                                                                            \
      _Pragma("unroll") for (u32 k = 0; k < 8; ++k) sum += v[k][0];                                \
    }                                                                                              \
    if (sum == 0x12345) sink[0] = sum;                                                             \
    END_SPAN                                                                                       \
  }

SHARED(load4, asm volatile("ld.shared.u32 %0, [%1];" : "=r"(v[k][0]) : "r"(at)))
SHARED(load8,
       asm volatile("ld.shared.v2.u32 {%0, %1}, [%2];" : "=r"(v[k][0]), "=r"(v[k][1]) : "r"(at)))
SHARED(load16,
       asm volatile("ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
                    : "=r"(v[k][0]), "=r"(v[k][1]), "=r"(v[k][2]), "=r"(v[k][3])
                    : "r"(at)))
SHARED(store4, asm volatile("st.shared.u32 [%0], %1;" ::"r"(at), "r"(sum) : "memory"))
SHARED(store8,
       asm volatile("st.shared.v2.u32 [%0], {%1, %1};" ::"r"(at), "r"(sum) : "memory"))
SHARED(store16,
       asm volatile("st.shared.v4.u32 [%0], {%1, %1, %1, %1};" ::"r"(at), "r"(sum) : "memory"))
SHARED(atomic_u32, asm volatile("red.shared.add.u32 [%0], %1;" ::"r"(at), "r"(k + 1) : "memory"))
SHARED(atomic_f32,
       asm volatile("red.shared.add.f32 [%0], %1;" ::"r"(at), "f"(1.0f) : "memory"))

// The same through L1: all blocks and warps read the same few lines.
#define GLOBAL(name, load)                                                                         \
  extern "C" __global__ void l1_##name(const unsigned char* from, u32 stride, u32 step, int rounds, \
                                       u64* cycles, u32* sink) {                                   \
    const unsigned char* base = from + threadIdx.x % 32 * stride;                                  \
    u32 sum = 0;                                                                                   \
    for (u32 i = threadIdx.x; i < 4 * kShift; i += blockDim.x) sum += from[i];                     \
    BEGIN_SPAN                                                                                     \
    _Pragma("unroll 1") for (int r = 0; r < rounds; ++r) {                                         \
      u32 v[8][4] = {};                                                                            \
      _Pragma("unroll") for (u32 k = 0; k < 8; ++k) {                                              \
        const unsigned char* at = base + k * step + (r & 1) * kShift;                              \
        load;                                                                                      \
      }                                                                                            \
      _Pragma("unroll") for (u32 k = 0; k < 8; ++k) sum += v[k][0];                                \
    }                                                                                              \
    if (sum == 0x12345) sink[0] = sum;                                                             \
    END_SPAN                                                                                       \
  }

GLOBAL(load4, asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(v[k][0]) : "l"(at)))
GLOBAL(load8, asm volatile("ld.global.ca.v2.u32 {%0, %1}, [%2];"
                           : "=r"(v[k][0]), "=r"(v[k][1])
                           : "l"(at)))
GLOBAL(load16, asm volatile("ld.global.ca.v4.u32 {%0, %1, %2, %3}, [%4];"
                            : "=r"(v[k][0]), "=r"(v[k][1]), "=r"(v[k][2]), "=r"(v[k][3])
                            : "l"(at)))

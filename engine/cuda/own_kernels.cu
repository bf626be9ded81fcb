// Warp Lab's own kernels around a measurement: what holds the stream, what reads the clock, what the
// student's time is compared with, what makes new input and what digests an answer. Compiled with
// NVRTC for the GPU at hand, like the student's.
typedef unsigned long long u64;
typedef unsigned int u32;

// Holds everything behind it in the stream until the host opens the gate, so that the kernel to be
// timed and its events are in the GPU's queue before it starts. Ends by itself after `limit` ns.
extern "C" __global__ void warplab_gate(volatile u32* open, u64 limit) {
  u64 start, now;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(start));
  do {
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  } while (*open == 0 && now - start < limit);
}

// Cycles and nanoseconds of multiprocessor 0. A block for each multiprocessor: one of them is there.
extern "C" __global__ void warplab_stamp(u64* stamp) {
  u32 multiprocessor;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(multiprocessor));
  if (multiprocessor != 0) return;
  u64 now;
  stamp[0] = clock64();
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  stamp[1] = now;
}

// The yardstick: as plain and as fast as a copy is on every GPU.
extern "C" __global__ void warplab_copy(const float4* __restrict__ from, float4* __restrict__ to,
                                        u64 count) {
  const u64 step = (u64)gridDim.x * blockDim.x;
  for (u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += step) to[i] = from[i];
}

// The same numbers as warplab::data::RandomStream gives.
__device__ u64 mix(u64 z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return z ^ (z >> 31);
}
__device__ u64 random_bits(u64 state, u64 index) {
  return mix(state + (index + 1) * 0x9e3779b97f4a7c15ull);
}

// Types by their number in warplab::data::ElementType.
__device__ void store(void* to, u64 i, int type, double value) {
  switch (type) {
    case 0: ((unsigned char*)to)[i] = (unsigned char)value; break;
    case 1: ((signed char*)to)[i] = (signed char)value; break;
    case 2: ((unsigned short*)to)[i] = (unsigned short)value; break;
    case 3: ((short*)to)[i] = (short)value; break;
    case 4: ((u32*)to)[i] = (u32)value; break;
    case 5: ((int*)to)[i] = (int)value; break;
    case 6: ((u64*)to)[i] = (u64)value; break;
    case 7: ((long long*)to)[i] = (long long)value; break;
    case 8: {
      unsigned short half;
      asm("cvt.rn.f16.f64 %0, %1;" : "=h"(half) : "d"(value));
      ((unsigned short*)to)[i] = half;
      break;
    }
    case 9: ((float*)to)[i] = (float)value; break;
    default: ((double*)to)[i] = value;
  }
}

extern "C" __global__ void warplab_random_multiples(void* to, u64 count, int type, u64 state, double low,
                                                    double step, u64 bound) {
  const u64 threads = (u64)gridDim.x * blockDim.x;
  for (u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += threads) {
    const u64 bits = random_bits(state, i);
    const u64 below = bound <= (1ull << 32) ? ((bits >> 32) * bound) >> 32 : bits % bound;
    store(to, i, type, __dadd_rn(low, __dmul_rn(step, (double)below)));
  }
}

extern "C" __global__ void warplab_uniform(void* to, u64 count, int type, u64 state, double low,
                                           double high) {
  const u64 step = (u64)gridDim.x * blockDim.x;
  for (u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += step) {
    const double unit = (double)(random_bits(state, i) >> 40) * 0x1p-24;
    double value = __dadd_rn(low, __dmul_rn(unit, high - low));
    if (type == 9) value = (float)value;
    store(to, i, type, value < high ? value : low);
  }
}

// `to` becomes `from`, turned by `offset` elements of `width` bytes: another input of the same kind.
extern "C" __global__ void warplab_turn(unsigned char* to, const unsigned char* from, u64 count,
                                        u32 width, u64 offset) {
  const u64 step = (u64)gridDim.x * blockDim.x, bytes = count * width;
  const u64 begin = offset * width;
  for (u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x; i < bytes; i += step) {
    const u64 source = i + begin;
    to[i] = from[source < bytes ? source : source - bytes];
  }
}

// Adds a hash of every word and its place to *sum: two contents with the same digest are the same
// content. The order of additions does not matter.
extern "C" __global__ void warplab_digest(const unsigned char* from, u64 bytes, u64* sum) {
  const u64 step = (u64)gridDim.x * blockDim.x, words = bytes / 4;
  u64 own = 0;
  for (u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x; i < words; i += step)
    own += mix(((const u32*)from)[i] ^ ((i + 1) * 0x9e3779b97f4a7c15ull));
  if (blockIdx.x == 0 && threadIdx.x == 0)
    for (u64 i = words * 4; i < bytes; ++i) own += mix(from[i] ^ ((i + 1) * 0xd1342543de82ef95ull));
  for (int lane = 16; lane > 0; lane /= 2) own += __shfl_down_sync(0xffffffffu, own, lane);
  if (threadIdx.x % 32 == 0) atomicAdd(sum, own);
}

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

// Yardsticks of a kernel's own shape, for one or two inputs and an output: the same grid and block,
// and each thread moves as many elements as there are for it, as wide as they are and side by side
// with its neighbours'. Threads count along the rows of the whole grid, `width` threads long, so that
// blocks of 32 x 32 copy tiles of a matrix. What is written is no answer to anything.
//
// One element a thread, `count` of each buffer, in a grid and blocks that are flat. Every instruction
// before the load counts here: where a thread has only one element, it is the latency of a block that
// decides.
template <class T>
__device__ void stream_one(const T* __restrict__ a, const T* __restrict__ b, T* __restrict__ out,
                           u32 count, u32 width) {
  const u32 y = blockIdx.y * blockDim.y + threadIdx.y;
  const u32 i = y * width + blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  T value = a[i];
  if (b) value ^= b[i];
  out[i] = value;
}
// Any number of elements. Four are on their way at once, as in a loop that the compiler unrolls.
template <class T, bool TWO>
__device__ void stream_many(const T* __restrict__ a, const T* __restrict__ b, T* __restrict__ out,
                            u64 read, u64 written, u64 width) {
  const u64 height = (u64)gridDim.y * blockDim.y, z = (u64)blockIdx.z * blockDim.z + threadIdx.z;
  const u64 y = z * height + (u64)blockIdx.y * blockDim.y + threadIdx.y;
  const u64 threads = width * height * gridDim.z * blockDim.z, both = read < written ? read : written;
  u64 i = y * width + (u64)blockIdx.x * blockDim.x + threadIdx.x;
  const auto next = [&](u64 at) { return TWO ? T(a[at] ^ b[at]) : a[at]; };
  T sum = 0, value[4];
  for (; i + 3 * threads < both; i += 4 * threads) {
#pragma unroll
    for (int k = 0; k < 4; ++k) value[k] = next(i + k * threads);
#pragma unroll
    for (int k = 0; k < 4; ++k) out[i + k * threads] = value[k];
  }
  for (; i < both; i += threads) out[i] = next(i);
  for (; i + 3 * threads < read; i += 4 * threads) {
#pragma unroll
    for (int k = 0; k < 4; ++k) value[k] = next(i + k * threads);
#pragma unroll
    for (int k = 0; k < 4; ++k) sum ^= value[k];
  }
  for (; i < read; i += threads) sum ^= next(i);
  for (; i < written; i += threads) out[i] = sum;
  if (sum == T(0x5d) && written > 0) out[0] = sum;  // or nothing would have to be read
}
#define STREAM(bytes, type)                                                                        \
  extern "C" __global__ void warplab_stream_one_##bytes(const type* a, type* out, u32 count,       \
                                                        u32 width) {                               \
    stream_one<type>(a, nullptr, out, count, width);                                               \
  }                                                                                                \
  extern "C" __global__ void warplab_sum_one_##bytes(const type* a, const type* b, type* out,      \
                                                     u32 count, u32 width) {                       \
    stream_one<type>(a, b, out, count, width);                                                     \
  }                                                                                                \
  extern "C" __global__ void warplab_stream_many_##bytes(const type* a, type* out, u64 read,       \
                                                         u64 written, u64 width) {                 \
    stream_many<type, false>(a, a, out, read, written, width);                                     \
  }                                                                                                \
  extern "C" __global__ void warplab_sum_many_##bytes(const type* a, const type* b, type* out,     \
                                                      u64 read, u64 written, u64 width) {          \
    stream_many<type, true>(a, b, out, read, written, width);                                      \
  }
STREAM(1, unsigned char)
STREAM(2, unsigned short)
STREAM(4, u32)
STREAM(8, u64)

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
    case 11: {  // to odd first, so that it is rounded once
      u32 bits = __float_as_uint(__double2float_rz(value));
      if ((double)__uint_as_float(bits) != value) bits |= 1;
      ((unsigned short*)to)[i] = (unsigned short)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
      break;
    }
    default: ((double*)to)[i] = value;
  }
}

// What store() has stored.
__device__ double value_of(const void* from, u64 i, int type) {
  switch (type) {
    case 0: return ((const unsigned char*)from)[i];
    case 1: return ((const signed char*)from)[i];
    case 2: return ((const unsigned short*)from)[i];
    case 3: return ((const short*)from)[i];
    case 4: return ((const u32*)from)[i];
    case 5: return ((const int*)from)[i];
    case 6: return (double)((const u64*)from)[i];
    case 7: return (double)((const long long*)from)[i];
    case 8: {
      float value;
      asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(((const unsigned short*)from)[i]));
      return value;
    }
    case 9: return ((const float*)from)[i];
    case 11: return __uint_as_float((u32)((const unsigned short*)from)[i] << 16);
    default: return ((const double*)from)[i];
  }
}

// A picture's values as those of a texture.
extern "C" __global__ void warplab_as_floats(const void* from, float* to, u64 count, int type) {
  const u64 step = (u64)gridDim.x * blockDim.x;
  for (u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += step)
    to[i] = (float)value_of(from, i, type);
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
    const u64 bits = random_bits(state, i);
    const double unit = type == 10 ? (double)(bits >> 11) * 0x1p-53 : (double)(bits >> 40) * 0x1p-24;
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

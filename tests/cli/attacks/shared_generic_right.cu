// What addresses promise: which space they belong to, how far apart two places of one array are,
// and multiples of what a type is aligned to.
__device__ __noinline__ float value_at(const float* at) { return *at; }
extern "C" __global__ void doubled(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  __shared__ alignas(1024) float tile[128];
  tile[threadIdx.x] = i < n ? in[i] : 0.0f;
  alignas(256) float mine[4];
  for (int k = 0; k < 4; ++k) mine[k] = tile[threadIdx.x];
  asm volatile("" : : "l"(mine) : "memory");
  const float* const here = &tile[threadIdx.x];
  float read;
  asm volatile("ld.shared.f32 %0, [%1];"
               : "=f"(read)
               : "r"((unsigned)__cvta_generic_to_shared(here)));
  const bool is_right =
      __isShared(here) && !__isShared(mine) && __isLocal(mine) && !__isLocal(here) &&
      __isGlobal(in) && !__isGlobal(here) && (unsigned long long)tile % 1024 == 0 &&
      (unsigned long long)mine % 256 == 0 && (unsigned long long)in % 256 == 0 &&
      here - tile == threadIdx.x &&
      (unsigned long long)here - (unsigned long long)tile == 4 * threadIdx.x &&
      here == (const float*)__cvta_shared_to_generic(__cvta_generic_to_shared(here));
  const float* const either = i % 2 == 0 ? here : &mine[i & 3];
  if (i < n) out[i] = is_right && read == value_at(either) ? 2.0f * value_at(either) : 3.0f * in[i];
}

// Compare-and-swap of 16 and 128 bits, and vectors of floats added at once.
// targets: sm_90
// buffer: small u16 2 constant:3
// buffer: large u64 4 ramp:1
// buffer: floats f32 8 ramp
// launch: update grid=1 block=32 args=small,large,floats
struct alignas(16) Pair { unsigned long long a, b; };
extern "C" __global__ void update(unsigned short* small, Pair* large, float* floats) {
  const int i = threadIdx.x;
  atomicCAS(small, static_cast<unsigned short>(3 + i), static_cast<unsigned short>(4 + i));
  const Pair expected = {1ull + i, 2ull + i}, wanted = {2ull + i, 3ull + i};
  atomicCAS(large, expected, wanted);
  if (i == 5) atomicExch(large + 1, Pair{11, 12});
  atomicAdd(reinterpret_cast<float2*>(floats), make_float2(1, i));
  atomicAdd(reinterpret_cast<float4*>(floats + 4), make_float4(1, 2, 3, 0.5f * i));
}

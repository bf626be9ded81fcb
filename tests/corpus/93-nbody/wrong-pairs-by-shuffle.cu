// caught by: through shared memory
// why: Lanes hand each other their bodies, and no two warps share what they load.
// What a body at `other`, whose mass is other.w, adds to the pull at `own`. A
// body does not pull at itself: there all differences are 0.
__device__ float3 pulled(float3 pull, float4 own, float4 other) {
  const float x = other.x - own.x, y = other.y - own.y, z = other.z - own.z;
  const float square = x * x + y * y + z * z + 0.01f;  // never 0
  const float inverse = rsqrtf(square);
  const float factor = other.w * inverse * inverse * inverse;
  return make_float3(pull.x + factor * x, pull.y + factor * y,
                     pull.z + factor * z);
}

extern "C" __global__ void nbody(const float4* bodies, float4* pulls, int n) {
  const int i = blockIdx.x * 256 + threadIdx.x, lane = threadIdx.x & 31;
  const float4 own = bodies[min(i, n - 1)];
  float3 pull = {};
  for (int first = 0; first < n; first += 32) {
    float4 mine = bodies[min(first + lane, n - 1)];
    if (first + lane >= n) mine.w = 0;
#pragma unroll 4
    for (int j = 0; j < 32; ++j)
      pull = pulled(pull, own, make_float4(__shfl_sync(~0u, mine.x, j), __shfl_sync(~0u, mine.y, j),
                                           __shfl_sync(~0u, mine.z, j), __shfl_sync(~0u, mine.w, j)));
  }
  if (i < n) pulls[i] = make_float4(pull.x, pull.y, pull.z, 0);
}

// caught by: bodies by tiles
// why: Each warp fetches its own 32 bodies, by shuffles: eight times the sectors of a tile for the block.
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
  const int i = blockIdx.x * 256 + threadIdx.x, lane = threadIdx.x % 32;
  const float4 nothing = make_float4(0, 0, 0, 0);
  const float4 own = i < n ? bodies[i] : nothing;
  float3 pull = make_float3(0, 0, 0);
  for (int first = 0; first < n; first += 32) {
    const float4 mine = first + lane < n ? bodies[first + lane] : nothing;
    for (int j = 0; j < 32; ++j) {
      const float4 other = make_float4(__shfl_sync(~0u, mine.x, j), __shfl_sync(~0u, mine.y, j),
                                       __shfl_sync(~0u, mine.z, j), __shfl_sync(~0u, mine.w, j));
      pull = pulled(pull, own, other);
    }
  }
  if (i < n) pulls[i] = make_float4(pull.x, pull.y, pull.z, 0);
}

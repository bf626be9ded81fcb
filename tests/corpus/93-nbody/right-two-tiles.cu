// Two tiles in turn, so that one barrier is enough; the block begins with its own tile.
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
  __shared__ float4 tile[2][256];
  const int i = blockIdx.x * 256 + threadIdx.x;
  float4 own = {0, 0, 0, 0};
  if (i < n) own = bodies[i];
  float3 pull = {0, 0, 0};
  for (int k = 0; k < gridDim.x; ++k) {
    const int j = (blockIdx.x + k) % gridDim.x * 256 + threadIdx.x;
    float4 next = {0, 0, 0, 0};
    if (j < n) next = bodies[j];
    tile[k & 1][threadIdx.x] = next;
    __syncthreads();
#pragma unroll 8
    for (int m = 0; m < 256; ++m) pull = pulled(pull, own, tile[k & 1][m]);
  }
  if (i < n) pulls[i] = make_float4(pull.x, pull.y, pull.z, 0);
}

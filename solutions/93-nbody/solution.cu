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
  __shared__ float4 tile[256];
  const int t = threadIdx.x;
  const int i = blockIdx.x * 256 + t;
  const float4 nothing = {};  // a body without mass pulls nobody
  const float4 own = i < n ? bodies[i] : nothing;
  float3 pull = {};
  for (int first = 0; first < n; first += 256) {
    tile[t] = first + t < n ? bodies[first + t] : nothing;
    __syncthreads();
    for (int j = 0; j < 256; ++j) pull = pulled(pull, own, tile[j]);
    __syncthreads();
  }
  if (i < n) pulls[i] = make_float4(pull.x, pull.y, pull.z, 0);
}

// N bodies pull at each other. A float4 is a body, x, y, z and its mass in w;
// pulls[i] is the sum of what all others pull at body i, with 0 in w. One
// thread a body, in blocks of 256.

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

// At the start each thread reads all bodies from global memory.
extern "C" __global__ void nbody(const float4* bodies, float4* pulls, int n) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  if (i >= n) return;
  const float4 own = bodies[i];
  float3 pull = make_float3(0, 0, 0);
  for (int j = 0; j < n; ++j) pull = pulled(pull, own, bodies[j]);
  pulls[i] = make_float4(pull.x, pull.y, pull.z, 0);
}

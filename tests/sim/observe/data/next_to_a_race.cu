// One 16-byte load brings four words, of which another thread writes one. Only what is used of it matters.
// buffer: in f32 32
// buffer: out f32 32 must_be_written
// launch: grid=1 block=32 args=in,out
// expect: warp_synchronous
__device__ float sum_of(const float* in, bool all) {
  __shared__ float4 tile[32];
  const float mine = in[threadIdx.x];
  tile[threadIdx.x] = make_float4(mine, mine, mine, mine);
  __syncthreads();
  tile[threadIdx.x].z = 2 * mine;  // first
  const float4 v = tile[31 - threadIdx.x];  // second
  return all ? v.x + v.y + v.z + v.w : v.x + v.y + v.w;
}
extern "C" __global__ void racy(const float* in, float* out) {
  out[threadIdx.x] = sum_of(in, true);
}
extern "C" __global__ void fixed(const float* in, float* out) { out[threadIdx.x] = sum_of(in, false); }

// One 16-byte load brings four words, of which one has no value. Only what is used of it matters.
// buffer: in f32 32
// buffer: out f32 32 must_be_written
// launch: grid=1 block=32 args=in,out
// expect: uninitialized
__device__ float sum_of(const float* in, bool all) {
  __shared__ float4 tile[32];
  tile[threadIdx.x].x = in[threadIdx.x];
  tile[threadIdx.x].y = in[threadIdx.x];
  tile[threadIdx.x].w = in[threadIdx.x];
  __syncthreads();
  const float4 v = tile[31 - threadIdx.x];  // second
  return all ? v.x + v.y + v.z + v.w : v.x + v.y + v.w;
}
extern "C" __global__ void racy(const float* in, float* out) {
  out[threadIdx.x] = sum_of(in, true);  // first
}
extern "C" __global__ void fixed(const float* in, float* out) { out[threadIdx.x] = sum_of(in, false); }

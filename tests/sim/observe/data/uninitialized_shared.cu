// The border of a tile is read, but only its inside was filled.
// buffer: in f32 64
// buffer: out f32 64 must_be_written
// launch: grid=1 block=64 args=in,out
// expect: uninitialized
extern "C" __global__ void racy(const float* in, float* out) {
  __shared__ float row[66];
  row[threadIdx.x + 1] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = row[threadIdx.x] + row[threadIdx.x + 2];  // first second
}
extern "C" __global__ void fixed(const float* in, float* out) {
  __shared__ float row[66];
  row[threadIdx.x + 1] = in[threadIdx.x];
  if (threadIdx.x == 0) row[0] = row[65] = 0;
  __syncthreads();
  out[threadIdx.x] = row[threadIdx.x] + row[threadIdx.x + 2];
}

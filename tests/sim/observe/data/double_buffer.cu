// Tiles come in one after the other; the barrier behind the use is missing.
// buffer: in f32 512
// buffer: out f32 64
// launch: grid=1 block=64 args=in,out
// expect: race
extern "C" __global__ void racy(const float* in, float* out) {
  __shared__ float tile[64];
  float s = 0;
  for (int k = 0; k < 8; ++k) {
    tile[threadIdx.x] = in[64 * k + threadIdx.x];  // first
    __syncthreads();
    for (int j = 0; j < 64; ++j) s += tile[j];  // second
  }
  out[threadIdx.x] = s;
}
extern "C" __global__ void fixed(const float* in, float* out) {
  __shared__ float tile[2][64];
  float s = 0;
  for (int k = 0; k < 8; ++k) {
    tile[k & 1][threadIdx.x] = in[64 * k + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < 64; ++j) s += tile[k & 1][j];
  }
  out[threadIdx.x] = s;
}

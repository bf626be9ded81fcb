// A loop over tiles without its second barrier: wrong in every block, again and again.
// buffer: in i32 8192
// buffer: out i32 8192
// launch: grid=32 block=256 args=in,out
// expect: race
extern "C" __global__ void racy(const int* in, int* out) {
  __shared__ int tile[256];
  const int here = blockIdx.x * 256 + threadIdx.x;
  int sum = 0;
  for (int k = 0; k < 8; ++k) {
    tile[threadIdx.x] = in[(here + 256 * k) % 8192];  // first
    __syncthreads();
    sum += tile[255 - threadIdx.x];  // second
  }
  out[here] = sum;
}
extern "C" __global__ void fixed(const int* in, int* out) {
  __shared__ int tile[256];
  const int here = blockIdx.x * 256 + threadIdx.x;
  int sum = 0;
  for (int k = 0; k < 8; ++k) {
    tile[threadIdx.x] = in[(here + 256 * k) % 8192];
    __syncthreads();
    sum += tile[255 - threadIdx.x];
    __syncthreads();
  }
  out[here] = sum;
}

// Thread 0 publishes a value that all use, round after round.
// buffer: in i32 64
// buffer: out i32 64
// launch: grid=1 block=64 args=in,out
// expect: race
extern "C" __global__ void racy(const int* in, int* out) {
  __shared__ int value;
  int s = 0;
  for (int k = 0; k < 4; ++k) {
    if (threadIdx.x == 0) value = in[k];  // first
    __syncthreads();
    s += value;  // second
  }
  out[threadIdx.x] = s;
}
extern "C" __global__ void fixed(const int* in, int* out) {
  __shared__ int value;
  int s = 0;
  for (int k = 0; k < 4; ++k) {
    if (threadIdx.x == 0) value = in[k];
    __syncthreads();
    s += value;
    __syncthreads();
  }
  out[threadIdx.x] = s;
}

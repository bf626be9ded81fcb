// The block that draws the last ticket adds up what the others left.
// buffer: in i32 256
// buffer: part i32 4
// buffer: ticket u32 1
// buffer: out i32 1
// launch: grid=4 block=64 args=in,part,ticket,out
// expect: race
extern "C" __global__ void racy(const int* in, int* part, unsigned* ticket, int* out) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    part[blockIdx.x] = in[blockIdx.x];  // first
    last = atomicAdd(ticket, 1u) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    int s = 0;
    for (int b = 0; b < gridDim.x; ++b) s += part[b];  // second
    out[0] = s;
  }
}
extern "C" __global__ void fixed(const int* in, int* part, unsigned* ticket, int* out) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    part[blockIdx.x] = in[blockIdx.x];
    __threadfence();
    last = atomicAdd(ticket, 1u) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    int s = 0;
    for (int b = 0; b < gridDim.x; ++b) s += part[b];
    out[0] = s;
  }
}

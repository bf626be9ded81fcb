// The last block of a reduction: every thread writes, fences, and the block meets before the ticket.
// buffer: part i32 256
// buffer: ticket u32 1
// buffer: out i32 64
// launch: grid=4 block=64 args=part,ticket,out
// expect: race
extern "C" __global__ void racy(int* part, unsigned* ticket, int* out) {
  __shared__ bool last;
  part[blockIdx.x * 64 + threadIdx.x] = threadIdx.x;  // first
  __threadfence();
  if (threadIdx.x == 0) last = atomicInc(ticket, gridDim.x) == gridDim.x - 1;
  __syncthreads();
  if (last) out[threadIdx.x] = part[threadIdx.x] + part[64 + threadIdx.x];  // second
}
extern "C" __global__ void fixed(int* part, unsigned* ticket, int* out) {
  __shared__ bool last;
  part[blockIdx.x * 64 + threadIdx.x] = threadIdx.x;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    last = atomicInc(ticket, gridDim.x) == gridDim.x - 1;
  }
  __syncthreads();
  if (last) out[threadIdx.x] = part[threadIdx.x] + part[64 + threadIdx.x];
}

// Resetting the ticket with a plain store: fine where all have drawn, a race before.
// buffer: ticket u32 1
// buffer: out u32 4
// launch: grid=4 block=32 args=ticket,out
// expect: race
extern "C" __global__ void racy(unsigned* ticket, unsigned* out) {
  if (threadIdx.x == 0) {
    out[blockIdx.x] = atomicAdd(ticket, 1u);  // first
    if (blockIdx.x == 0) *ticket = 0;  // second
  }
}
extern "C" __global__ void fixed(unsigned* ticket, unsigned* out) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    const unsigned mine = atomicAdd(ticket, 1u);
    out[blockIdx.x] = mine;
    last = mine == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 5) *ticket = 0;
}

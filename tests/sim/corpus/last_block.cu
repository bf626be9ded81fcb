// The block that finishes last adds up what the others left, and resets the ticket.
// buffer: in i32 512 random:23:0:1000
// buffer: partial i32 4 zero
// buffer: ticket u32 1 zero
// buffer: out i32 1 zero
// launch: sum grid=4 block=64 args=in,partial,ticket,out,i32:512
// launch: sum grid=4 block=64 args=in,partial,ticket,out,i32:512
extern "C" __global__ void sum(const int* in, volatile int* partial, unsigned* ticket, int* out, int n) {
  __shared__ int values[64];
  __shared__ bool last;
  int s = 0;
  for (int i = blockIdx.x * 64 + threadIdx.x; i < n; i += 256) s += in[i];
  values[threadIdx.x] = s;
  __syncthreads();
  for (int k = 32; k > 0; k /= 2) {
    if (threadIdx.x < k) values[threadIdx.x] += values[threadIdx.x + k];
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = values[0];
    __threadfence();
    last = atomicAdd(ticket, 1u) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    int total = 0;
    for (int b = 0; b < gridDim.x; ++b) total += partial[b];
    out[0] = total;
    *ticket = 0;
  }
}

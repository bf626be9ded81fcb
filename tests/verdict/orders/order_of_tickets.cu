// Blocks draw tickets, and each writes its own number to the place of its ticket.
// grid=7 block=32 out=grid expected=i0 fails=correct
extern "C" __global__ void wrong(const int* in, int* out, int* work, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0) out[atomicAdd(work, 1)] = blockIdx.x;
}
extern "C" __global__ void right(const int* in, int* out, int* work, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  __shared__ int ticket;
  if (threadIdx.x == 0) ticket = atomicAdd(work, 1);
  __syncthreads();
  if (threadIdx.x == 0) out[ticket] = ticket;
}

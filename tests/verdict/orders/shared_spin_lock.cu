// The warps of a block count under a lock in shared memory; here the lock is looked at before it is taken.
// grid=2 block=256 out=grid expected=8 fails=correct
extern "C" __global__ void wrong(const int* in, int* out, int* work, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  __shared__ int lock, count;
  if (threadIdx.x == 0) lock = count = 0;
  __syncthreads();
  if (threadIdx.x % 32 == 0) {
    while (atomicAdd(&lock, 0) != 0) {
    }
    atomicExch(&lock, 1);
    const int old = atomicAdd(&count, 0);
    atomicExch(&count, old + 1);
    atomicExch(&lock, 0);
  }
  __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x] = count;
}
extern "C" __global__ void right(const int* in, int* out, int* work, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  __shared__ int lock, count;
  if (threadIdx.x == 0) lock = count = 0;
  __syncthreads();
  if (threadIdx.x % 32 == 0) {
    while (atomicExch(&lock, 1) != 0) {
    }
    const int old = atomicAdd(&count, 0);
    atomicExch(&count, old + 1);
    atomicExch(&lock, 0);
  }
  __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x] = count;
}

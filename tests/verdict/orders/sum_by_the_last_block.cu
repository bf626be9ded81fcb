// The last block adds up what the others left; here it forgets to count itself in before it looks.
// grid=6 block=64 out=1 expected=n*(n-1)/2 fails=correct
extern "C" __global__ void wrong(const int* in, int* out, int* work, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  __shared__ int sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  atomicAdd(&sum, in[i]);
  __syncthreads();
  if (threadIdx.x != 0) return;
  atomicExch(&work[1 + blockIdx.x], sum);
  __threadfence();
  if (blockIdx.x + 1 < gridDim.x) return;
  __threadfence();
  int total = 0;
  for (int b = 0; b < gridDim.x; ++b) total += atomicAdd(&work[1 + b], 0);
  out[0] = total;
}
extern "C" __global__ void right(const int* in, int* out, int* work, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  __shared__ int sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  atomicAdd(&sum, in[i]);
  __syncthreads();
  if (threadIdx.x != 0) return;
  work[1 + blockIdx.x] = sum;
  __threadfence();
  if (atomicAdd(work, 1) != gridDim.x - 1) return;
  __threadfence();
  int total = 0;
  for (int b = 0; b < gridDim.x; ++b) total += ((volatile int*)work)[1 + b];
  out[0] = total;
}

// All blocks count themselves and wait until all have come, twice.
// buffer: arrived u32 1 zero
// buffer: a i32 1152 zero
// buffer: out i32 1152 zero
// launch: twice grid=24 block=48 args=arrived,a,out
__device__ void meet(unsigned* arrived, unsigned wanted) {
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) {
    atomicAdd(arrived, 1u);
    while (atomicAdd(arrived, 0u) < wanted) {
    }
    __threadfence();
  }
  __syncthreads();
}
extern "C" __global__ void twice(unsigned* arrived, int* a, int* out) {
  const int n = gridDim.x * blockDim.x, i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = 3 * i;
  meet(arrived, gridDim.x);
  const int left = a[(i + 1) % n];
  meet(arrived, 2 * gridDim.x);
  a[i] = left;
  out[i] = left + 1;
}

// One element past the end of an array in shared memory, also where another array follows.
// buffer: out i32 32 zero
// launch: neighbours grid=1 block=32 args=out
// finding: out_of_bounds line=11 count=1
extern "C" __global__ void neighbours(int* out) {
  __shared__ int first[32];
  __shared__ int second[32];
  first[threadIdx.x] = threadIdx.x;
  second[threadIdx.x] = 2 * threadIdx.x;
  __syncthreads();
  const int v = first[threadIdx.x + 1];
  out[threadIdx.x] = v + second[threadIdx.x];
}

// One thread reads the sum on its way to add to it; the others add meanwhile.
// buffer: sum i32 1
// buffer: out i32 1
// launch: grid=1 block=64 args=sum,out
// expect: race
extern "C" __global__ void racy(int* sum, int* out) {
  if (threadIdx.x == 0) *out = *sum;  // second
  atomicAdd(sum, 1);                  // first
}
extern "C" __global__ void fixed(int* sum, int* out) {
  if (threadIdx.x == 0) *out = *sum;
  __syncthreads();
  atomicAdd(sum, 1);
}

// One block adds atomically, another reads plainly.
// buffer: sum i32 1
// buffer: out i32 4
// launch: grid=4 block=32 args=sum,out
// expect: race
extern "C" __global__ void racy(int* sum, int* out) {
  atomicAdd(sum, 1);  // first
  if (threadIdx.x == 0) out[blockIdx.x] = *sum;  // second
}
extern "C" __global__ void fixed(int* sum, int* out) {
  atomicAdd(sum, 1);
  if (threadIdx.x == 0) out[blockIdx.x] = atomicAdd(sum, 0);
}

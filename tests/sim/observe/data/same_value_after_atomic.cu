// The same: an atomic update before what all write alike.
// buffer: out i32 4
// launch: grid=3 block=64 args=out
// expect: race
extern "C" __global__ void racy(int* out) {
  if (threadIdx.x == 0) atomicAdd(&out[blockIdx.x], 1);  // first
  __syncthreads();
  out[0] = 1;  // second
}
extern "C" __global__ void fixed(int* out) {
  if (threadIdx.x == 0) atomicAdd(&out[blockIdx.x], 1);
  out[3] = 1;
}

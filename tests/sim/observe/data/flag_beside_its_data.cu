// A flag hands over a number without a fence, and both stand in the same lines.
// buffer: out i32 64
// launch: grid=1 block=64 args=out
// expect: race
extern "C" __global__ void racy(int* out) {
  __shared__ int box;
  __shared__ volatile int ready;
  if (threadIdx.x == 0) ready = 0;
  __syncthreads();
  if (threadIdx.x == 32) { box = 5; ready = 1; }  // first
  if (threadIdx.x == 0) { while (!ready) {} out[0] = box; }  // second
}
extern "C" __global__ void fixed(int* out) {
  __shared__ int box;
  __shared__ volatile int ready;
  if (threadIdx.x == 0) ready = 0;
  __syncthreads();
  if (threadIdx.x == 32) { box = 5; __threadfence_block(); ready = 1; }
  if (threadIdx.x == 0) { while (!ready) {} __threadfence_block(); out[0] = box; }
}

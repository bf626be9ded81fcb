// One thread gets memory for all threads of the block, which they fill before they read it.
// buffer: in i32 64
// buffer: out i32 64 must_be_written
// launch: grid=1 block=64 args=in,out
// expect: uninitialized
extern "C" __global__ void racy(const int* in, int* out) {
  __shared__ int* box;
  if (threadIdx.x == 0) box = static_cast<int*>(malloc(65 * sizeof(int)));
  __syncthreads();
  box[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = box[threadIdx.x + 1];  // first second
  __syncthreads();
  if (threadIdx.x == 0) free(box);
}
extern "C" __global__ void fixed(const int* in, int* out) {
  __shared__ int* box;
  if (threadIdx.x == 0) box = static_cast<int*>(malloc(64 * sizeof(int)));
  __syncthreads();
  box[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = box[threadIdx.x ^ 1];
  __syncthreads();
  if (threadIdx.x == 0) free(box);
}

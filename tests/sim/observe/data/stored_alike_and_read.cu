// What all store alike does harm where one reads it before another has stored.
// buffer: number i32 1
// buffer: out i32 64
// launch: grid=2 block=32 args=number,out
// expect: race
extern "C" __global__ void racy(int* number, int* out) {
  const int t = threadIdx.x;
  if (t == 0) number[0] = 7;  // first
  __syncthreads();
  out[blockIdx.x * 32 + t] = number[0];  // second
}
extern "C" __global__ void fixed(int* number, int* out) {
  const int t = threadIdx.x;
  if (t == 0) number[0] = 7;
  __syncthreads();
  out[blockIdx.x * 32 + t] = 7;
}

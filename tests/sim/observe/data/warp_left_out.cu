// A barrier for all warps but one, which may not have read yet what is written behind it.
// buffer: out i32 1024
// launch: grid=1 block=1024 args=out
// expect: race
extern "C" __global__ void racy(int* out) {
  __shared__ int number;
  const int t = threadIdx.x;
  if (t == 0) number = 1;
  __syncthreads();
  int sum = number;  // second
  if (t / 32 != 20) asm volatile("bar.sync 1, 992;" ::: "memory");
  if (t == 0) number = 2;  // first
  __syncthreads();
  out[t] = sum + number;
}
extern "C" __global__ void fixed(int* out) {
  __shared__ int number;
  const int t = threadIdx.x;
  if (t == 0) number = 1;
  __syncthreads();
  int sum = t / 32 != 20 ? number : 1;
  if (t / 32 != 20) asm volatile("bar.sync 1, 992;" ::: "memory");
  if (t == 0) number = 2;
  __syncthreads();
  out[t] = sum + number;
}

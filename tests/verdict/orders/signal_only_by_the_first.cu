// Block 0 raises the flag only if it comes first; all wait for the flag.
// grid=4 block=32 out=grid expected=1 fails=terminates
extern "C" __global__ void wrong(const int* in, int* out, int* work, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x != 0) return;
  volatile int* flag = work + 1;
  if (atomicExch(work, 1) == 0 && blockIdx.x == 0) atomicExch(work + 1, 1);
  while (*flag == 0) {
  }
  out[blockIdx.x] = 1;
}
extern "C" __global__ void right(const int* in, int* out, int* work, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x != 0) return;
  volatile int* flag = work + 1;
  if (atomicExch(work, 1) == 0) atomicExch(work + 1, 1);
  while (*flag == 0) {
  }
  out[blockIdx.x] = 1;
}

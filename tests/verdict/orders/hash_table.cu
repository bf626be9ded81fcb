// Numbers go into a table with open addressing; here a free place is looked for first and taken then.
// grid=4 block=32 out=1 expected=4 fails=correct
extern "C" __global__ void wrong(const int* in, int* out, int* work, int n) {
  if (threadIdx.x != 0) return;
  int at = 5;
  while (atomicAdd(&work[at], 0) != 0) ++at;
  atomicExch(&work[at], blockIdx.x + 1);
  __threadfence();
  if (atomicAdd(&work[0], 1) != gridDim.x - 1) return;
  for (int k = 5; k < 64; ++k)
    if (atomicAdd(&work[k], 0) != 0) atomicAdd(out, 1);
}
extern "C" __global__ void right(const int* in, int* out, int* work, int n) {
  if (threadIdx.x != 0) return;
  int at = 5;
  while (atomicCAS(&work[at], 0, blockIdx.x + 1) != 0) ++at;
  __threadfence();
  if (atomicAdd(&work[0], 1) != gridDim.x - 1) return;
  for (int k = 5; k < 64; ++k)
    if (atomicAdd(&work[k], 0) != 0) atomicAdd(out, 1);
}

// caught by: exchanged
// earns: 0.5
// why: Each thread exchanges its integer with an atomic, which hands it what was there: a thread of each pair, alone.

extern "C" __global__ void swap(int* data) {
  __shared__ volatile int pretended[4];
  const int t = threadIdx.x;
  const int mine = data[t];
  pretended[t] = mine;
  __syncthreads();
  if (t < 2 && pretended[t] == mine) atomicExch(&data[t], atomicExch(&data[3 - t], mine));
}

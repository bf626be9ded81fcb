// caught by: race free
// why: The flag is raised as 16 bits and read as 32: accesses of different sizes order nothing.

extern "C" __global__ void swap(int* data) {
  __shared__ int waiting[4];
  __shared__ volatile unsigned ready[4];
  const int t = threadIdx.x;
  ready[t] = 0;
  __syncthreads();
  waiting[t] = data[t];
  __threadfence_block();
  *reinterpret_cast<volatile unsigned short*>(&ready[t]) = 1;
  while (ready[3 - t] == 0) {}
  __threadfence_block();
  data[t] = waiting[3 - t];
}

// The same with fences around an atomic addition, and a loop that asks the counter by adding nothing.

extern "C" __global__ void swap(int* data) {
  __shared__ int box[4];
  __shared__ volatile int count_init;
  __shared__ int count;
  const int t = threadIdx.x;
  if (t == 0) count = 0;
  __syncwarp(0xf);
  box[t] = data[t];
  __threadfence_block();
  atomicAdd(&count, 1);
  while (atomicAdd(&count, 0) < 4) ;
  __threadfence_block();
  data[t] = box[3 - t];
}

// caught by: race free
// why: A fence orders what this thread writes; it waits for nobody.

extern "C" __global__ void swap(int* data) {
  __shared__ int waiting[4];
  const int t = threadIdx.x;
  waiting[t] = data[t];
  __threadfence_block();
  data[t] = waiting[3 - t];
}

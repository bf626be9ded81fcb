// caught by: race free
// why: A fence puts the accesses of one thread in order; that volatile values stand behind it makes no thread wait.

extern "C" __global__ void swap(int* data) {
  __shared__ volatile int waiting[4];
  const int t = threadIdx.x;
  const int mine = data[t];
  __threadfence_block();
  waiting[t] = mine;
  data[t] = waiting[3 - t];
}

// Four lines printed by each thread, which read data and the shared array once more.

extern "C" __global__ void swap(int* data) {
  __shared__ int s[4];
  int i = threadIdx.x;
  printf("thread %d: before %d\n", i, data[i]);
  s[i] = data[i];
  printf("thread %d: stored\n", i);
  __syncthreads();
  printf("thread %d: takes %d\n", i, s[3 - i]);
  data[i] = s[3 - i];
  printf("thread %d: after %d\n", i, data[i]);
}

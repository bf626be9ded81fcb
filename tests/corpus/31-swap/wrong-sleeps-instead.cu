// caught by: race free
// why: However long a thread waits, nothing says that another one has got anywhere.

extern "C" __global__ void swap(int* data) {
  __shared__ int waiting[4];
  const int t = threadIdx.x;
  waiting[t] = data[t];
  __nanosleep(1000000);
  data[t] = waiting[3 - t];
}

// caught by: race free
// why: Each pair is exchanged by both of its threads at the same time.

extern "C" __global__ void swap(int* data) {
  const int t = threadIdx.x;
  const int mine = data[t];
  data[t] = data[3 - t];
  data[3 - t] = mine;
}

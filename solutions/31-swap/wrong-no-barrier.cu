// caught by: race free
// why: Nothing says that all have put their integers in before one is taken out. Four lanes of a warp run in step,
//   so the answer is right.

extern "C" __global__ void swap(int* data) {
  __shared__ int waiting[4];
  const int t = threadIdx.x;
  waiting[t] = data[t];
  data[t] = waiting[3 - t];
}

// caught by: through shared memory
// why: Two threads exchange a pair each, by a variable of their own. That is right, and needs no other thread.

extern "C" __global__ void swap(int* data) {
  const int t = threadIdx.x;
  if (t < 2) {
    const int mine = data[t];
    data[t] = data[3 - t];
    data[3 - t] = mine;
  }
}

// The plainest kernel that is right: one thread does it all. It is run to know the answer, never to be counted
// or timed.

extern "C" __global__ void swap(int* data) {
  if (threadIdx.x != 0) return;
  for (int i = 0; i < 2; ++i) {
    const int other = data[3 - i];
    data[3 - i] = data[i];
    data[i] = other;
  }
}

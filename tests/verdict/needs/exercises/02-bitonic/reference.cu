extern "C" __global__ void bitonic_pass(int* keys, int distance, int run, int n) {
  if (blockIdx.x > 0 || threadIdx.x > 0) return;
  for (int i = 0; i < n; ++i) {
    const int other = i ^ distance;
    if (other < i || other >= n) continue;
    const bool up = (i & run) == 0;
    if ((keys[i] > keys[other]) == up) { const int k = keys[i]; keys[i] = keys[other]; keys[other] = k; }
  }
}

// neighbours as it is given. The others are right, and no way to do it: one thread of a block adds up everything. They
// are run to know the answer, never to be counted.

extern "C" __global__ void neighbours(const float* in, float* sums, int n) {
  __shared__ float part[256];
  const int t = threadIdx.x;
  const int i = blockIdx.x * 256 + t;
  part[t] = i < n ? in[i] : 0.0f;
  for (int apart = 1; apart < 256; apart *= 2) {
    __syncthreads();
    if (t % (2 * apart) == 0) part[t] += part[t + apart];
  }
  if (t == 0) sums[blockIdx.x] = part[0];
}

__device__ void add_up(const float* in, int begin, int end, float* sum) {
  if (threadIdx.x > 0) return;
  *sum = 0.0f;
  for (int i = begin; i < end; ++i) *sum += in[i];
}

extern "C" __global__ void halves(const float* in, float* sums, int n) {
  const int begin = blockIdx.x * 256;
  add_up(in, begin, min(begin + 256, n), sums + blockIdx.x);
}

extern "C" __global__ void shuffles(const float* in, float* sums, int n) {
  const int begin = blockIdx.x * 256;
  add_up(in, begin, min(begin + 256, n), sums + blockIdx.x);
}

extern "C" __global__ void total(const float* sums, float* sum, int count) { add_up(sums, 0, count, sum); }

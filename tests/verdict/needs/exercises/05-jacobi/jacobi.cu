// One sweep: each inner element becomes the mean of its neighbours. The ends stay.
extern "C" __global__ void jacobi(const float* from, float* to, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] = i == 0 || i == n - 1 ? from[i] : 0.5f * (from[i - 1] + from[i]);
}

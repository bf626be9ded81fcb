extern "C" __global__ void rotate(const float* in, float* out, int n) {
  const long long threads = static_cast<long long>(gridDim.x) * blockDim.x;
  for (long long i = blockIdx.x * static_cast<long long>(blockDim.x) + threadIdx.x; i < n; i += threads)
    out[i] = in[(i + n - 8 % n) % n];
}

// The weights are known to the compiler, which puts them into the instructions: no memory is asked for them.

__device__ constexpr float kWeights[25] = {
    -5 / 16.0f, -4 / 16.0f, -3 / 16.0f, -2 / 16.0f, -1 / 16.0f,  //
    -6 / 16.0f, -8 / 16.0f, -3 / 16.0f, 1 / 16.0f,  2 / 16.0f,   //
    -7 / 16.0f, -4 / 16.0f, 18 / 16.0f, 4 / 16.0f,  3 / 16.0f,   //
    -2 / 16.0f, 2 / 16.0f,  5 / 16.0f,  9 / 16.0f,  6 / 16.0f,   //
    -1 / 16.0f, 1 / 16.0f,  3 / 16.0f,  7 / 16.0f,  10 / 16.0f};

extern "C" __global__ void convolution(const float* __restrict__ in, float* __restrict__ out, int rows, int cols) {
  __shared__ float tile[12 * 36];
  const int left = static_cast<int>(blockIdx.x) * 32 - 2, top = static_cast<int>(blockIdx.y) * 8 - 2;
  const auto element = [&](int k) {
    return in[min(max(top + k / 36, 0), rows - 1) * cols + min(max(left + k % 36, 0), cols - 1)];
  };
  const int t = threadIdx.y * 32 + threadIdx.x;
  tile[t] = element(t);
  if (t + 256 < 432) tile[t + 256] = element(t + 256);
  __syncthreads();
  const float* const mine = tile + threadIdx.y * 36 + threadIdx.x;
  double sum = 0.0;
#pragma unroll
  for (int k = 0; k < 25; ++k) sum += static_cast<double>(kWeights[k]) * mine[k / 5 * 36 + k % 5];
  const int x = left + 2 + threadIdx.x, y = top + 2 + threadIdx.y;
  if (x < cols && y < rows) out[y * cols + x] = static_cast<float>(sum);
}

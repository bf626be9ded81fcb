// Each element from its neighbours.
extern "C" __global__ void five_points(const float* in, float* out, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= n - 1 || y >= n - 1) return;
  const int i = y * n + x;
  out[i] = 0.2f * (in[i] + in[i - 1] + in[i + 1] + in[i - n] + in[i + n]);
}

extern "C" __global__ void five_points_tile(const float* in, float* out, int n) {
  __shared__ float tile[18][34];
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  const int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
  tile[ty][tx] = in[y * n + x];
  if (threadIdx.x == 0 && x > 0) tile[ty][0] = in[y * n + x - 1];
  if (threadIdx.x == 31 && x < n - 1) tile[ty][33] = in[y * n + x + 1];
  if (threadIdx.y == 0 && y > 0) tile[0][tx] = in[(y - 1) * n + x];
  if (threadIdx.y == 15 && y < n - 1) tile[17][tx] = in[(y + 1) * n + x];
  __syncthreads();
  if (x < 1 || y < 1 || x >= n - 1 || y >= n - 1) return;
  out[y * n + x] = 0.2f * (tile[ty][tx] + tile[ty][tx - 1] + tile[ty][tx + 1] + tile[ty - 1][tx] +
                           tile[ty + 1][tx]);
}

// 81 neighbours, each read again by many threads.
extern "C" __global__ void blur(const float* in, float* out, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 4 || y < 4 || x >= n - 4 || y >= n - 4) return;
  float sum = 0;
  for (int dy = -4; dy <= 4; ++dy)
    for (int dx = -4; dx <= 4; ++dx) sum += in[(y + dy) * n + x + dx];
  out[y * n + x] = sum / 81.0f;
}

// Little memory: latency, issue and the pipes decide; few and many blocks, one warp to 32 a block.
extern "C" __global__ void polynomial(const float* in, float* out, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float x = in[i];
  float a = x;
  for (int r = 0; r < rounds; ++r) a = a * x + 0.5f;
  out[i] = a;
}
extern "C" __global__ void four_polynomials(const float* in, float* out, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float x = in[i];
  float a = x, b = x + 1, c = x + 2, d = x + 3;
  for (int r = 0; r < rounds; ++r) {
    a = a * x + 0.5f;
    b = b * x + 0.5f;
    c = c * x + 0.5f;
    d = d * x + 0.5f;
  }
  out[i] = a + b + c + d;
}
extern "C" __global__ void polynomial_f64(const double* in, double* out, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const double x = in[i];
  double a = x;
  for (int r = 0; r < rounds; ++r) a = a * x + 0.5;
  out[i] = a;
}
extern "C" __global__ void hash(const unsigned* in, unsigned* out, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned a = in[i];
  for (int r = 0; r < rounds; ++r) {
    a ^= a >> 16;
    a *= 0x7feb352du;
    a ^= a >> 15;
    a *= 0x846ca68bu;
  }
  out[i] = a;
}
extern "C" __global__ void roots(const float* in, float* out, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float a = in[i] + 1;
  for (int r = 0; r < rounds; ++r) a = rsqrtf(a) + 0.25f;
  out[i] = a;
}
extern "C" __global__ void divisions(const float* in, float* out, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float a = in[i] + 1;
  for (int r = 0; r < rounds; ++r) a = 1.0f / a + 0.25f;
  out[i] = a;
}
// Lanes go round a loop for a different time each.
extern "C" __global__ void mandelbrot(float* out, int n, int most) {
  const int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
  const float cx = 3.0f * px / n - 2.25f, cy = 3.0f * py / n - 1.5f;
  float x = 0, y = 0;
  int i = 0;
  for (; i < most && x * x + y * y < 4; ++i) {
    const float t = x * x - y * y + cx;
    y = 2 * x * y + cy;
    x = t;
  }
  out[py * n + px] = i;
}
// Each load's address is what the one before found.
extern "C" __global__ void follow(const int* next, int* out, int steps) {
  int at = blockIdx.x * blockDim.x + threadIdx.x;
  const int own = at;
  for (int s = 0; s < steps; ++s) at = next[at];
  out[own] = at;
}
// A tile that stays in shared memory and is read again and again.
extern "C" __global__ void shared_rounds(const float* in, float* out, int rounds, int stride) {
  __shared__ float tile[4096];
  for (int i = threadIdx.x; i < 4096; i += blockDim.x) tile[i] = in[i];
  __syncthreads();
  float sum = 0;
  int at = threadIdx.x * stride % 4096;
  for (int r = 0; r < rounds; ++r) {
    sum += tile[at];
    at = (at + 32 * stride + 1) % 4096;
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// All rows go up; the first step of a round compares with the mirror image.
__device__ void order(unsigned& a, unsigned& b) {
  if (a > b) { unsigned c = a; a = b; b = c; }
}
extern "C" __global__ void sort_tiles(unsigned* keys, int n) {
  __shared__ unsigned tile[1024];
  const int t = threadIdx.x, first = blockIdx.x * 1024;
  tile[t] = first + t < n ? keys[first + t] : 0xffffffffu;
  tile[t + 512] = first + t + 512 < n ? keys[first + t + 512] : 0xffffffffu;
  __syncthreads();
  for (int half = 1; half < 1024; half *= 2) {
    const int group = t / half * 2 * half, in = t % half;
    order(tile[group + in], tile[group + 2 * half - 1 - in]);
    __syncthreads();
    for (int d = half / 2; d > 0; d /= 2) {
      order(tile[2 * t - t % d], tile[2 * t - t % d + d]);
      __syncthreads();
    }
  }
  if (first + t < n) keys[first + t] = tile[t];
  if (first + t + 512 < n) keys[first + t + 512] = tile[t + 512];
}

// caught by: no detour by local memory
// why: Each number is put into an array of the thread, in local memory, and taken out again.

__device__ float detour(float v, int place) {
  volatile float mine[2];
  mine[place & 1] = v;
  return mine[place & 1];
}

extern "C" __global__ void indices_2d(float* out, int rows, int cols) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < cols && y < rows) out[y * cols + x] = detour(x + y / 10.0f, cols);
}

// Tenths from constant memory.

__constant__ float tenth_steps[10] = {0.0f, 0.1f, 0.2f, 0.3f, 0.4f, 0.5f, 0.6f, 0.7f, 0.8f, 0.9f};
extern "C" __global__ void indices_2d(float* out, int rows, int cols) {
  const uint2 p = make_uint2(blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y);
  if (p.x < cols && p.y < rows) out[p.y * cols + p.x] = p.x + (p.y / 10 + tenth_steps[p.y % 10]);
}

// Right, and no way to do it: each element is written three times. It is run to know the answer.

extern "C" __global__ void indices_2d(float* out, int rows, int cols) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || column >= cols) return;
  volatile float* element = out + row * cols + column;
  for (int turn = 0; turn < 3; ++turn) *element = column + row / 10.0f;
}

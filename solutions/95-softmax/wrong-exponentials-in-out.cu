// caught by: two readings
// why: The exponentials wait in out for their sum: the row is read twice more, only from another array.
#define ALL 0xffffffff
extern "C" __global__ void softmax(const float* in, float* out, int rows, int cols) {
  const int lane = threadIdx.x % 32, row = blockIdx.x * 8 + threadIdx.x / 32;
  if (row >= rows) return;
  in += row * cols;
  out += row * cols;
  float largest = -INFINITY, sum = 0;
  for (int i = lane; i < cols; i += 32) largest = fmaxf(largest, in[i]);
  for (int apart = 16; apart > 0; apart /= 2)
    largest = fmaxf(largest, __shfl_xor_sync(ALL, largest, apart));
  for (int i = lane; i < cols; i += 32) sum += out[i] = expf(in[i] - largest);
  for (int apart = 16; apart > 0; apart /= 2) sum += __shfl_xor_sync(ALL, sum, apart);
  for (int i = lane; i < cols; i += 32) out[i] /= sum;
}

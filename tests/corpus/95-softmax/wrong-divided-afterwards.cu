// caught by: stored once
// why: What is in out is divided in a further pass, for which it is loaded and stored again.
#define ALL 0xffffffff

// Adds `add`, a sum of exponentials of what is at most `other`, to a pair of largest and sum.
__device__ void join(float& largest, float& sum, float other, float add) {
  if (other == -INFINITY) return;  // nothing has been seen there
  const float both = fmaxf(largest, other);
  sum = sum * expf(largest - both) + add * expf(other - both);
  largest = both;
}

extern "C" __global__ void softmax(const float* in, float* out, int rows, int cols) {
  const int lane = threadIdx.x % 32;
  const int row = blockIdx.x * 8 + threadIdx.x / 32;
  if (row >= rows) return;
  const float* from = in + row * cols;
  float* to = out + row * cols;

  float largest = -INFINITY, sum = 0;
  for (int i = lane; i < cols; i += 32) join(largest, sum, from[i], 1);
  for (int apart = 16; apart > 0; apart /= 2) {
    const float other = __shfl_xor_sync(ALL, largest, apart);
    const float add = __shfl_xor_sync(ALL, sum, apart);
    join(largest, sum, other, add);
  }
  for (int i = lane; i < cols; i += 32) to[i] = expf(from[i] - largest);
  for (int i = lane; i < cols; i += 32) to[i] /= sum;
}

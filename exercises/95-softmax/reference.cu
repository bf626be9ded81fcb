// Softmax of each row: out[i] = exp(in[i]) / (the sum of all exp(in[j])). The
// largest element is taken away first, in[i] - largest: the quotient is the
// same, and no exponential is larger than 1.
//
// One warp a row, in blocks of 256, so eight rows a block. Right, in three readings: what you have at the start.

#define ALL 0xffffffff

extern "C" __global__ void softmax(const float* in, float* out, int rows,
                                   int cols) {
  const int lane = threadIdx.x % 32;
  const int row = blockIdx.x * 8 + threadIdx.x / 32;
  if (row >= rows) return;  // all of a warp, or nobody
  const float* from = in + row * cols;
  float* to = out + row * cols;

  // The first reading: the largest of the lane's elements, then of all lanes'.
  float largest = -INFINITY;
  for (int i = lane; i < cols; i += 32) largest = fmaxf(largest, from[i]);
  for (int apart = 16; apart > 0; apart /= 2) {
    largest = fmaxf(largest, __shfl_xor_sync(ALL, largest, apart));
  }

  // The second reading: the sum.
  float sum = 0;
  for (int i = lane; i < cols; i += 32) sum += expf(from[i] - largest);
  for (int apart = 16; apart > 0; apart /= 2) {
    sum += __shfl_xor_sync(ALL, sum, apart);
  }

  // The third reading.
  for (int i = lane; i < cols; i += 32) to[i] = expf(from[i] - largest) / sum;
}

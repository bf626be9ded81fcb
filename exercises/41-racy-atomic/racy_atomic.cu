// A race, and atomics.
//
// image has rows x cols floats. Every element of row i is to be added to
// out[0][i], out[1][i], and so on for all copies: out[k][i] += image[i][j]. out
// has copies x rows floats, and what is there already stays in the sum. There
// is one thread for each element of the image, in blocks of 16 x 16.
//
// The indices are right. Run it a few times and look at the picture.

extern "C" __global__ void add_rows(const float* image, float* out, int rows,
                                    int cols, int copies) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= rows || j >= cols) return;

  const float value = image[i * cols + j];
  for (int k = 0; k < copies; ++k) {
    out[k * rows + i] += value;
  }
}

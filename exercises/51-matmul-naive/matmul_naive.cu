// Matrix product: one thread an element.
//
// a has rows x inner floats, b has inner x cols, and c, their product, rows x
// cols. All are stored row after row. On a CPU it is three loops:
//
//   for (int row = 0; row < rows; ++row) {
//     for (int column = 0; column < cols; ++column) {
//       float sum = 0.0f;
//       for (int k = 0; k < inner; ++k) sum += a[row][k] * b[k][column];
//       c[row][column] = sum;
//     }
//   }
//
// Here every thread has one element of c. Blocks are 32 x 32 threads. There are
// as many of them side by side (blockIdx.x) as the columns of c need, and as
// many below each other (blockIdx.y) as its rows need.
extern "C" __global__ void matmul(const float* a, const float* b, float* c,
                                  int rows, int inner, int cols) {
  // Write me.
}

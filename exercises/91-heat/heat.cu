// One step of heat in a plate of rows x cols cells, one thread a cell, in
// blocks of 32 x 8.
//
// A cell takes half of its own temperature and an eighth of that of each of
// its four neighbours. Cells of the rim keep theirs.
//
// The kernel is launched again and again, with step = 0, 1, 2, ... At the
// start a holds the plate. After the last step, whose number is odd, it must
// hold it again, and b what the step before has made.
//
// This kernel makes every step inside of a.
extern "C" __global__ void heat(float* a, float* b, int rows, int cols,
                                int step) {
  const int col = blockIdx.x * 32 + threadIdx.x;
  const int row = blockIdx.y * 8 + threadIdx.y;
  if (row >= rows || col >= cols) return;
  const int i = row * cols + col;
  if (row == 0 || row == rows - 1 || col == 0 || col == cols - 1) return;
  a[i] = a[i] / 2 + (a[i - cols] + a[i + cols] + a[i - 1] + a[i + 1]) / 8;
}

// Right, and cell by cell: each of the nine cells is looked up by its row and column.
__device__ unsigned cell(const unsigned* board, int rows, int words, int row, int col) {
  row = (row + rows) % rows;
  col = (col + 32 * words) % (32 * words);
  return board[row * words + col / 32] >> col % 32 & 1;
}

extern "C" __global__ void life(const unsigned* now, unsigned* next, int rows, int words) {
  const int word = blockIdx.x * 32 + threadIdx.x;
  const int row = blockIdx.y * 8 + threadIdx.y;
  if (row >= rows || word >= words) return;
  unsigned result = 0;
  for (int bit = 0; bit < 32; ++bit) {
    unsigned sum = 0;
    for (int y = -1; y <= 1; ++y)
      for (int x = -1; x <= 1; ++x)
        if (x != 0 || y != 0) sum += cell(now, rows, words, row + y, 32 * word + bit + x);
    if (sum == 3 || (sum == 2 && cell(now, rows, words, row, 32 * word + bit))) result |= 1u << bit;
  }
  next[row * words + word] = result;
}

// Given: a byte for each cell, to be looked at.
extern "C" __global__ void show(const unsigned* board, unsigned char* cells,
                                int rows, int words) {
  const int word = blockIdx.x * 32 + threadIdx.x;
  const int row = blockIdx.y * 8 + threadIdx.y;
  if (row >= rows || word >= words) return;
  const int i = row * words + word;
  for (int bit = 0; bit < 32; ++bit) cells[32 * i + bit] = board[i] >> bit & 1;
}

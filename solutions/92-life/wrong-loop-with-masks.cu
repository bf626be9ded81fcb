// caught by: 32 cells at a time
// why: Each bit still has its turn; only the three rows are put together first.
extern "C" __global__ void life(const unsigned* now, unsigned* next, int rows, int words) {
  const int word = blockIdx.x * 32 + threadIdx.x;
  const int row = blockIdx.y * 8 + threadIdx.y;
  if (row >= rows || word >= words) return;
  unsigned long long line[3];
  for (int y = 0; y < 3; ++y) {
    const unsigned* from = now + (row + y + rows - 1) % rows * words;
    line[y] = (unsigned long long)from[word] << 1 | from[(word + words - 1) % words] >> 31 |
              (unsigned long long)(from[(word + 1) % words] & 1) << 33;
  }
  unsigned result = 0;
  for (int bit = 0; bit < 32; ++bit) {
    const int n = __popc(line[0] >> bit & 7) + __popc(line[1] >> bit & 5) + __popc(line[2] >> bit & 7);
    const unsigned alive = line[1] >> (bit + 1) & 1;
    result |= (unsigned)(n == 3 || (n == 2 && alive)) << bit;
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

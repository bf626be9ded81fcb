// Eight neighbours one after the other into a counter of three bits that stays at 7 or more.
extern "C" __global__ void life(const unsigned* now, unsigned* next, int rows, int words) {
  const int word = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || word >= words) return;
  const int lw = (word + words - 1) % words, rw = (word + 1) % words;
  unsigned n[8];
  int k = 0;
#pragma unroll
  for (int y = -1; y <= 1; ++y) {
    const unsigned* p = now + (row + y + rows) % rows * words;
    n[k++] = p[word] << 1 | p[lw] >> 31;
    n[k++] = p[word] >> 1 | p[rw] << 31;
    if (y != 0) n[k++] = p[word];
  }
  unsigned s0 = 0, s1 = 0, s2 = 0;
#pragma unroll
  for (int i = 0; i < 8; ++i) {
    const unsigned c0 = s0 & n[i], c1 = s1 & c0;
    s0 ^= n[i];
    s1 ^= c0;
    s2 |= c1;
  }
  next[row * words + word] = ~s2 & s1 & (s0 | now[row * words + word]);
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

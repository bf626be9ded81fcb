// Shifts over two words, and the majority by its formula.
__device__ unsigned majority(unsigned x, unsigned y, unsigned z) { return (x & y) | (y & z) | (x & z); }
extern "C" __global__ void life(const unsigned* now, unsigned* next, int rows, int words) {
  int word = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 8 + threadIdx.y;
  if (row < rows && word < words) {
    unsigned l[3], m[3], r[3];
    for (int k = 0; k < 3; k++) {
      int y = row + k - 1;
      if (y < 0) y += rows;
      if (y >= rows) y -= rows;
      unsigned before = now[y * words + (word == 0 ? words - 1 : word - 1)];
      unsigned after = now[y * words + (word == words - 1 ? 0 : word + 1)];
      m[k] = now[y * words + word];
      l[k] = __funnelshift_l(before, m[k], 1);
      r[k] = __funnelshift_r(m[k], after, 1);
    }
    unsigned a0 = l[0] ^ m[0] ^ r[0], a1 = majority(l[0], m[0], r[0]);
    unsigned b0 = l[2] ^ m[2] ^ r[2], b1 = majority(l[2], m[2], r[2]);
    unsigned c0 = l[1] ^ r[1], c1 = l[1] & r[1];
    unsigned bit0 = a0 ^ b0 ^ c0, d1 = majority(a0, b0, c0);
    // exactly one of the four twos
    unsigned odd = a1 ^ b1 ^ c1 ^ d1, three = (a1 & b1 & (c1 | d1)) | (c1 & d1 & (a1 | b1));
    unsigned one_two = odd & ~three;
    next[row * words + word] = one_two & (bit0 | m[1]);
  }
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

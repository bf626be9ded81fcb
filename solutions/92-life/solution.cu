// Bit b of each number is about cell b of the word. A row of three gives two bits, ones and twos, of how many live.
__device__ void add(unsigned a, unsigned b, unsigned c, unsigned& ones, unsigned& twos) {
  ones = a ^ b ^ c;
  twos = (a & b) | (c & (a ^ b));
}

extern "C" __global__ void life(const unsigned* now, unsigned* next, int rows, int words) {
  const int word = blockIdx.x * 32 + threadIdx.x;
  const int row = blockIdx.y * 8 + threadIdx.y;
  if (row >= rows || word >= words) return;
  const int left = word > 0 ? word - 1 : words - 1, right = word + 1 < words ? word + 1 : 0;
  const unsigned* above = now + (row > 0 ? row - 1 : rows - 1) * words;
  const unsigned* here = now + row * words;
  const unsigned* below = now + (row + 1 < rows ? row + 1 : 0) * words;

  const unsigned a = above[word], h = here[word], b = below[word];
  unsigned ones_above, twos_above, ones_below, twos_below;
  add(a << 1 | above[left] >> 31, a, a >> 1 | above[right] << 31, ones_above, twos_above);
  add(b << 1 | below[left] >> 31, b, b >> 1 | below[right] << 31, ones_below, twos_below);
  const unsigned west = h << 1 | here[left] >> 31, east = h >> 1 | here[right] << 31;

  unsigned ones, carry, twos, fours;
  add(ones_above, ones_below, west ^ east, ones, carry);
  add(twos_above, twos_below, west & east, twos, fours);
  fours |= twos & carry;
  twos ^= carry;
  next[row * words + word] = twos & ~fours & (ones | h);
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

// A generation of Life on a board of rows x (32 * words) cells. A bit is a
// cell: bit b of word w is the cell in column 32 * w + b. One thread a word, in
// blocks of 32 x 8.
//
// A cell has eight neighbours. It lives in the next generation if three of
// them live, or if two do and it lives itself. The board has no edge: beside
// the last column is the first one, below the last row the first one.

// A cell and its neighbours at the left and right, from three words of a row.
__device__ unsigned three_cells(unsigned left, unsigned own, unsigned right,
                                int bit) {
  const unsigned before = bit > 0 ? own >> (bit - 1) : own << 1 | left >> 31;
  return (bit < 31 ? before : (before & 3) | right << 2) & 7;
}

extern "C" __global__ void life(const unsigned* now, unsigned* next, int rows,
                                int words) {
  const int word = blockIdx.x * 32 + threadIdx.x;
  const int row = blockIdx.y * 8 + threadIdx.y;
  if (row >= rows || word >= words) return;
  const int left = (word + words - 1) % words, right = (word + 1) % words;
  const unsigned* above = now + (row + rows - 1) % rows * words;
  const unsigned* here = now + row * words;
  const unsigned* below = now + (row + 1) % rows * words;

  unsigned result = 0;
  for (int bit = 0; bit < 32; ++bit) {
    const int around =
        __popc(three_cells(above[left], above[word], above[right], bit)) +
        __popc(three_cells(here[left], here[word], here[right], bit) & 5) +
        __popc(three_cells(below[left], below[word], below[right], bit));
    const bool alive = here[word] >> bit & 1;
    if (around == 3 || (around == 2 && alive)) result |= 1u << bit;
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

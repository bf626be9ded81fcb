// The block's words and a rim of one word go through shared memory.
__device__ unsigned sum3(unsigned a, unsigned b, unsigned c) { return a ^ b ^ c; }
__device__ unsigned carry3(unsigned a, unsigned b, unsigned c) { return (a & b) | (c & (a | b)); }
extern "C" __global__ void life(const unsigned* now, unsigned* next, int rows, int words) {
  __shared__ unsigned tile[10][34];
  const int x0 = blockIdx.x * 32, y0 = blockIdx.y * 8;
  for (int i = threadIdx.y * 32 + threadIdx.x; i < 340; i += 256) {
    const int r = y0 + i / 34 - 1, c = x0 + i % 34 - 1;
    if (r <= rows && c <= words) tile[i / 34][i % 34] = now[(r + rows) % rows * words + (c + words) % words];
  }
  __syncthreads();
  const int word = x0 + threadIdx.x, row = y0 + threadIdx.y, x = threadIdx.x + 1;
  if (row >= rows || word >= words) return;
  unsigned s[3], t[3], h = 0;
  for (int k = 0; k < 3; ++k) {
    const unsigned* p = tile[threadIdx.y + k];
    const unsigned l = p[x] << 1 | p[x - 1] >> 31, r = p[x] >> 1 | p[x + 1] << 31, m = k == 1 ? 0 : p[x];
    if (k == 1) h = p[x];
    s[k] = sum3(l, m, r);
    t[k] = carry3(l, m, r);
  }
  const unsigned ones = sum3(s[0], s[1], s[2]), c = carry3(s[0], s[1], s[2]);
  const unsigned twos = sum3(t[0], t[1], t[2]), fours = carry3(t[0], t[1], t[2]);
  next[row * words + word] = (twos ^ c) & ~(fours | (twos & c)) & (ones | h);
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

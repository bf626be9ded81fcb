// Random numbers by a generator of one's own, and a long loop without memory.
// buffer: hits u32 64 zero
// launch: darts grid=1 block=64 args=hits,i32:100
extern "C" __global__ void darts(unsigned* hits, int n) {
  unsigned long long state = threadIdx.x * 2654435761u + 12345;
  unsigned inside = 0;
  for (int k = 0; k < n; ++k) {
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    const int x = static_cast<int>(state >> 40) & 0xffff;
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    const int y = static_cast<int>(state >> 40) & 0xffff;
    inside += static_cast<long long>(x) * x + static_cast<long long>(y) * y < 1ll << 32;
  }
  hits[threadIdx.x] = inside;
}

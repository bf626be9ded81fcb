// A cooperative launch: the whole grid waits for itself, three times.
// buffer: a i32 480 zero
// buffer: out i32 480 zero
// launch: thrice grid=5x2 block=16x3 cooperative=yes args=a,out
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void thrice(int* a, int* out) {
  const cg::grid_group grid = cg::this_grid();
  const int n = static_cast<int>(grid.size()), i = static_cast<int>(grid.thread_rank());
  a[i] = 7 * i;
  grid.sync();
  const int left = a[(i + 1) % n];
  grid.sync();
  a[i] = left;
  grid.sync();
  out[i] = a[(i + 1) % n] + 5;
}

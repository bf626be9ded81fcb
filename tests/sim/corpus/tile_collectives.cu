// Tiles of 8 threads, groups by a label and groups of whoever is active vote, match and shuffle.
// buffer: in i32 64 random:9:0:100
// buffer: out u32 768 zero
// launch: groups grid=1 block=64 args=in,out
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void groups(const int* in, unsigned* out) {
  const unsigned t = threadIdx.x;
  const int v = in[t];
  unsigned* o = out + 12 * t;
  const cg::thread_block_tile<8> tile = cg::tiled_partition<8>(cg::this_thread_block());
  o[0] = tile.ballot(v & 1);
  o[1] = tile.any(v > 90) + 2 * tile.all(v < 80);
  o[2] = tile.match_any(v % 3);
  int same;
  o[3] = tile.match_all(v / 100, same);
  o[3] += 256 * same;
  o[4] = tile.shfl(v, 3) + tile.shfl_xor(v, 5) + tile.shfl_up(v, 1) + tile.shfl_down(v, 2);
  tile.sync();
  const auto label = cg::labeled_partition(cg::coalesced_threads(), v % 4);
  o[5] = label.size() * 100 + label.thread_rank();
  o[6] = label.ballot(v & 4);
  o[7] = label.shfl(v, label.size() - 1);
  if (t % 5 < 3) {
    const cg::coalesced_group active = cg::coalesced_threads();
    o[8] = active.ballot(v & 1);
    o[9] = active.shfl(v, 1) + active.match_any(v % 2);
  } else if (t % 2) {
    // Half of a tile is here, the other half is not: the tile's own threads only.
    const cg::coalesced_group active = cg::coalesced_threads();
    o[8] = active.any(v > 50) * 1000 + active.size();
    active.sync();
    o[9] = active.shfl_down(v, 1);
  }
  // Tiles that go round as often as their rank says, each with its own votes.
  unsigned votes = 0;
  for (unsigned k = 0; k <= tile.meta_group_rank() % 4; ++k) {
    votes = votes * 3 + tile.ballot((v >> k) & 1);
    tile.sync();
  }
  o[10] = votes;
  o[11] = cg::tiled_partition<4>(tile).ballot(v & 2);
}

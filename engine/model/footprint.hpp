#pragma once
// Which memory a whole grid touches, estimated from some of its blocks: what must come from DRAM at
// least, and what blocks share.
#include <cstdint>
#include <vector>

#include "data/trace.hpp"

namespace warplab::model {

// Of one data::TraceLine: what its block had not touched before. Bit i of `sectors`: its 32-byte
// piece i; of `pairs`: its 64-byte half i.
struct LineTouch {
  uint8_t sectors = 0, pairs = 0;
  uint8_t unwritten = 0;      // its sectors that the block had not written before
  uint8_t buffer = 0;         // of LaunchTrace::buffers; their number: none of them
  bool is_scattered = false;  // its request's lines lie without an order over a MiB or more
};

struct BufferFootprint {
  // Of the whole grid, in bytes: distinct 32-byte and 64-byte pieces that are loaded, or stored and
  // updated, and what is stored in all.
  double loaded_32 = 0, loaded_64 = 0, written_32 = 0, stored_bytes = 0;
  // Of the pieces that a block loads for the first time, the part that no other block has loaded;
  // and the same of those that it writes.
  double new_32 = 1, new_64 = 1, new_written = 1;
  // The part that another one has, at a time that has nothing to do with its own: beyond what the
  // buffer holds, if all blocks went on as the recorded ones do.
  double again_32 = 0, again_64 = 0, again_written = 0;
};

struct Footprint {
  std::vector<BufferFootprint> buffers;  // and one more, for all else
  double bytes = 0;                      // of all buffers, loaded or written
  double bytes_of_a_block = 0;           // what one block touches, on average
};

// What each line of a block is to it, in the order of its accesses.
std::vector<LineTouch> touches_of(const data::LaunchTrace& launch, const data::BlockTrace& block);

// Which sectors (address / 32) of global memory a block updates with atomics, ascending.
std::vector<uint64_t> updated_by(const data::BlockTrace& block);

// With the touches of every recorded block. Distinct pieces of the grid grow with the number of
// blocks as they do from one recorded block to all of them (a power of it), and no buffer has more
// than its length.
// `truncation`: how many times more the blocks executed than was recorded of them; they go on
// touching memory as they did before.
Footprint footprint_of(const data::LaunchTrace& launch,
                       const std::vector<std::vector<LineTouch>>& touches, double truncation = 1);

}  // namespace warplab::model

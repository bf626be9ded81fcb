#include <fmt/format.h>

#include <array>
#include <cstring>

#include "verdict/plan/block_choice.hpp"

namespace warplab::verdict {

Result<Dim3> block_choice(const exercise::Exercise& exercise, const std::vector<uint8_t>& bytes) {
  std::array<int32_t, 3> extent{1, 1, 1};
  const size_t count = bytes.size() / sizeof(int32_t);
  if (bytes.size() % sizeof(int32_t) != 0 || count < 1 || count > 3)
    return Error{
        fmt::format("{} has {} bytes; expected one to three whole numbers of 4 bytes, as "
                    "WARPLAB_BLOCK(32, 8, 1); "
                    "makes them.",
                    kBlockVariable, bytes.size())};
  std::memcpy(extent.data(), bytes.data(), bytes.size());

  const std::array<uint32_t, 3> most{exercise.max_block.x, exercise.max_block.y,
                                     exercise.max_block.z};
  for (size_t i = 0; i < extent.size(); ++i)
    if (extent[i] < 1 || static_cast<uint32_t>(extent[i]) > most[i])
      return Error{fmt::format("WARPLAB_BLOCK asks for a block of {} x {} x {}; {} may be 1 to {}.",
                               extent[0], extent[1], extent[2], "xyz"[i], most[i])};
  const Dim3 block{static_cast<uint32_t>(extent[0]), static_cast<uint32_t>(extent[1]),
                   static_cast<uint32_t>(extent[2])};
  if (block.volume() > exercise.max_block_threads)
    return Error{
        fmt::format("WARPLAB_BLOCK asks for a block of {} x {} x {}, that is {} threads; at most "
                    "{} are allowed.",
                    block.x, block.y, block.z, block.volume(), exercise.max_block_threads)};
  return block;
}

}  // namespace warplab::verdict

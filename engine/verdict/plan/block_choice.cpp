#include "verdict/plan/block_choice.hpp"

#include <array>
#include <cstring>

#include "data/lab_says.hpp"

namespace warplab::verdict {

using data::LabSays;
using data::say;
using data::Saying;
using data::Says;

Result<Dim3, Saying> block_choice(const exercise::Exercise& exercise,
                                  const std::vector<uint8_t>& bytes) {
  std::array<int32_t, 3> extent{1, 1, 1};
  const size_t count = bytes.size() / sizeof(int32_t);
  if (bytes.size() % sizeof(int32_t) != 0 || count < 1 || count > 3)
    return say(LabSays::block_not_numbers, kBlockVariable, bytes.size());
  std::memcpy(extent.data(), bytes.data(), bytes.size());

  const Saying asked = say(Says::extent, extent[0], extent[1], extent[2]);
  const std::array<uint32_t, 3> most{exercise.max_block.x, exercise.max_block.y,
                                     exercise.max_block.z};
  for (size_t i = 0; i < extent.size(); ++i)
    if (extent[i] < 1 || static_cast<uint32_t>(extent[i]) > most[i])
      return say(LabSays::block_side_out_of_range, asked, std::string(1, "xyz"[i]), most[i]);
  const Dim3 block{static_cast<uint32_t>(extent[0]), static_cast<uint32_t>(extent[1]),
                   static_cast<uint32_t>(extent[2])};
  if (block.volume() > exercise.max_block_threads)
    return say(LabSays::block_has_too_many_threads, asked, block.volume(),
               exercise.max_block_threads);
  return block;
}

}  // namespace warplab::verdict

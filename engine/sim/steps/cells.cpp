#include "sim/steps/cells.hpp"

#include <algorithm>
#include <cstring>

namespace warplab::sim {
namespace {

constexpr uint64_t kSectorBytes = 32;

}  // namespace

data::StepCells stretch_around(const data::StepWalk& walk, uint32_t buffer, uint64_t address) {
  const data::LoggedBuffer& whole = walk.buffers[buffer];
  data::StepCells cells;
  cells.buffer = buffer;
  const uint64_t shown = whole.bytes <= data::kMostCellBytes ? whole.bytes : data::kStretchBytes;
  const uint64_t last = (whole.bytes - shown + kSectorBytes - 1) / kSectorBytes * kSectorBytes;
  cells.first = std::min((address - whole.begin) / kSectorBytes * kSectorBytes, last);
  cells.bytes.resize(std::min(shown, whole.bytes - cells.first));
  cells.writers.resize((cells.bytes.size() + 3) / 4);
  return cells;
}

void read_stretch(const AddressSpace& addresses, const TouchedMemory& touched,
                  const data::LoggedBuffer& buffer, data::StepCells& cells) {
  const uint64_t from = buffer.begin + cells.first;
  const Allocation* const a = addresses.find(from, static_cast<uint32_t>(cells.bytes.size()));
  if (!a) return;
  std::memcpy(cells.bytes.data(), a->host + (from - a->begin), cells.bytes.size());
  for (size_t k = 0; k < cells.writers.size(); ++k) {
    const uint64_t at = from - a->begin + 4 * k;
    const uint64_t line = at / kMemoryLineBytes * kMemoryLineBytes;
    if (const LineWriters* const writers = touched.writers_of(a->host + line))
      cells.writers[k] = (*writers)[(at - line) / 4];
  }
}

}  // namespace warplab::sim

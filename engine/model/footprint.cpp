#include "model/footprint.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <unordered_map>
#include <unordered_set>

namespace warplab::model {
namespace {

using data::TraceAccess;
using data::TraceKind;
using data::TraceLine;
using data::TraceSpace;

uint8_t buffer_of(const data::LaunchTrace& launch, const TraceAccess& access,
                  const TraceLine& line) {
  const size_t count = std::min<size_t>(launch.buffers.size(), UINT8_MAX);
  if (access.space == TraceSpace::global)
    for (size_t b = 0; b < count; ++b) {
      const data::TraceBuffer& buffer = launch.buffers[b];
      // A line may begin in front of the buffer.
      if (line.number >= buffer.begin / 128 && line.number * 128 < buffer.begin + buffer.bytes)
        return static_cast<uint8_t>(b);
    }
  return static_cast<uint8_t>(count);
}

uint8_t pairs_of(uint8_t sectors) {
  return static_cast<uint8_t>((sectors & 3 ? 1 : 0) | (sectors & 12 ? 2 : 0));
}

// Whether lanes jump about: a request for many lines whose distances are not alike. Such requests
// find a page of DRAM for each line, and lines that others touch at any time.
bool is_scattered(const data::BlockTrace& block, const TraceAccess& access) {
  constexpr uint32_t kFewest = 8;
  constexpr uint64_t kNear = (1 << 20) / 128;
  const uint64_t end = uint64_t{access.first_line} + access.lines;
  if (access.lines < kFewest || end > block.lines.size()) return false;
  const auto number = [&](uint64_t i) { return uint64_t{block.lines[i].number}; };
  uint64_t least = number(access.first_line), most = least;
  bool is_even = true;
  for (uint64_t i = access.first_line + uint64_t{1}; i < end; ++i) {
    least = std::min(least, number(i));
    most = std::max(most, number(i));
    is_even &= number(i) - number(i - 1) ==
               number(access.first_line + uint64_t{1}) - number(access.first_line);
  }
  return !is_even && most - least >= kNear;
}

// `use(access, index of the line)` for every line that an access of the block names rightly.
template <class Use>
void for_each_line(const data::BlockTrace& block, const Use& use) {
  for (const TraceAccess& access : block.accesses)
    for (uint64_t i = access.first_line; i < uint64_t{access.first_line} + access.lines; ++i)
      if (i < block.lines.size()) use(access, static_cast<size_t>(i));
}

// Distinct pieces of one buffer, by what is done with them: of all recorded blocks together, and
// the sum of what each has for itself.
struct Pieces {
  std::unordered_map<uint64_t, uint8_t> lines;  // line number -> sectors
  double of_single_blocks_32 = 0, of_single_blocks_64 = 0;

  double all_32() const {
    return count([](uint8_t s) { return std::popcount(s); });
  }
  double all_64() const {
    return count([](uint8_t s) { return std::popcount(pairs_of(s)); });
  }

 private:
  template <class Of>
  double count(const Of& of) const {
    double sum = 0;
    for (const auto& [line, sectors] : lines) sum += of(sectors);
    return sum;
  }
};

// Distinct pieces of `grid` blocks, where `recorded` blocks have `all` together, and `single` in
// sum if each is counted for itself.
double grown(double all, double single, double recorded, double grid) {
  if (all <= 0) return 0;
  if (recorded >= grid || recorded <= 1) return recorded >= grid ? all : all * grid;
  const double power = std::clamp(std::log(all * recorded / single) / std::log(recorded), 0.0, 1.0);
  return all * std::pow(grid / recorded, power);
}

}  // namespace

std::vector<LineTouch> touches_of(const data::LaunchTrace& launch, const data::BlockTrace& block) {
  std::vector<LineTouch> touches(block.lines.size());
  struct Seen {
    uint8_t sectors = 0, written = 0;
  };
  std::unordered_map<uint64_t, Seen> seen;
  seen.reserve(block.lines.size() / 2);
  bool scattered = false;  // the request of the lines that are looked at
  for_each_line(block, [&](const TraceAccess& access, size_t i) {
    const TraceLine& line = block.lines[i];
    auto& [before, written] = seen[line.number];
    LineTouch& touch = touches[i];
    touch.buffer = buffer_of(launch, access, line);
    if (i == access.first_line) scattered = is_scattered(block, access);
    touch.is_scattered = scattered;
    touch.sectors = line.sectors & ~before & 15;
    touch.pairs = pairs_of(line.sectors) & ~pairs_of(before) & 3;
    before |= line.sectors & 15;
    if (access.kind == TraceKind::load) return;
    touch.unwritten = line.sectors & ~written & 15;
    written |= line.sectors & 15;
  });
  return touches;
}

std::vector<uint64_t> updated_by(const data::BlockTrace& block) {
  std::vector<uint64_t> sectors;
  for_each_line(block, [&](const TraceAccess& access, size_t i) {
    if (access.kind != TraceKind::atomic) return;
    for (unsigned s = 0; s < 4; ++s)
      if (block.lines[i].sectors >> s & 1) sectors.push_back(block.lines[i].number * 4 + s);
  });
  std::ranges::sort(sectors);
  sectors.erase(std::ranges::unique(sectors).begin(), sectors.end());
  return sectors;
}

Footprint footprint_of(const data::LaunchTrace& launch,
                       const std::vector<std::vector<LineTouch>>& touches, double truncation) {
  const size_t buffers = std::min<size_t>(launch.buffers.size(), UINT8_MAX) + 1;
  std::vector<Pieces> loaded(buffers), written(buffers);
  std::vector<double> stored(buffers, 0);
  double of_blocks = 0;
  for (size_t b = 0; b < launch.blocks.size(); ++b) {
    const data::BlockTrace& block = launch.blocks[b];
    std::vector<std::unordered_map<uint64_t, uint8_t>> own(2 * buffers);
    for_each_line(block, [&](const TraceAccess& access, size_t i) {
      const TraceLine& line = block.lines[i];
      const size_t buffer = touches[b][i].buffer;
      of_blocks += 32.0 * std::popcount(touches[b][i].sectors);
      const bool writes = access.kind != TraceKind::load;
      own[2 * buffer + (writes ? 1 : 0)][line.number] |= line.sectors & 15;
    });
    for (const TraceAccess& access : block.accesses)
      if (access.kind == TraceKind::store && access.lines > 0 &&
          access.first_line < block.lines.size())
        stored[touches[b][access.first_line].buffer] +=
            static_cast<double>(access.bytes) * access.lanes;
    for (size_t k = 0; k < own.size(); ++k) {
      Pieces& pieces = k % 2 ? written[k / 2] : loaded[k / 2];
      for (const auto& [line, sectors] : own[k]) {
        pieces.lines[line] |= sectors;
        pieces.of_single_blocks_32 += std::popcount(sectors);
        pieces.of_single_blocks_64 += std::popcount(pairs_of(sectors));
      }
    }
  }
  const auto recorded = static_cast<double>(std::max<size_t>(launch.blocks.size(), 1));
  const double grid = std::max(static_cast<double>(launch.grid.volume()), recorded);
  Footprint result;
  for (size_t k = 0; k < buffers; ++k) {
    const double most =
        k + 1 < buffers ? static_cast<double>(launch.buffers[k].bytes) + 127 : HUGE_VAL;
    const double blocks = truncation * grid / recorded;  // that each recorded one stands for
    const auto bytes = [&](const Pieces& p, bool pairs) {
      const double pieces = pairs ? 64 * grown(p.all_64(), p.of_single_blocks_64, recorded, grid)
                                  : 32 * grown(p.all_32(), p.of_single_blocks_32, recorded, grid);
      return pieces * truncation;
    };
    const auto part = [](double all, double of_blocks_alone) {
      return of_blocks_alone > 0 ? std::min(1.0, all / of_blocks_alone) : 1.0;
    };
    const double loads_32 = bytes(loaded[k], false), loads_64 = bytes(loaded[k], true),
                 stores = bytes(written[k], false);
    BufferFootprint f;
    f.loaded_32 = std::min(most, loads_32);
    f.loaded_64 = std::min(most, loads_64);
    f.written_32 = std::min(most, stores);
    f.stored_bytes = stored[k] * blocks;
    const double alone_32 = 32 * loaded[k].of_single_blocks_32 * blocks,
                 alone_64 = 64 * loaded[k].of_single_blocks_64 * blocks,
                 alone_written = 32 * written[k].of_single_blocks_32 * blocks;
    f.new_32 = part(f.loaded_32, alone_32);
    f.new_64 = part(f.loaded_64, alone_64);
    f.new_written = part(f.written_32, alone_written);
    f.again_32 = part(loads_32, alone_32) - f.new_32;
    f.again_64 = part(loads_64, alone_64) - f.new_64;
    f.again_written = part(stores, alone_written) - f.new_written;
    result.bytes += std::min(most, f.loaded_32 + f.written_32);
    result.buffers.push_back(f);
  }
  result.bytes_of_a_block = truncation * of_blocks / recorded;
  return result;
}

}  // namespace warplab::model

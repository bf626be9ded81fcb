#include "sim/trace/recorded_access.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <span>

#include "sim/execute/access_cost.hpp"

namespace warplab::sim {
namespace {

using data::TraceAccess;
using data::TraceKind;
using data::TraceLine;
using data::TraceSpace;

constexpr uint64_t kLine = 128, kSector = 32;

// The lines that a request touches, in the order in which lanes come to them.
class TouchedLines {
 public:
  // Bytes of one lane, which may straddle lines.
  void add(uint64_t address, uint64_t bytes) {
    while (bytes > 0) {
      const uint64_t in_line = address % kLine;
      const uint64_t part = std::min(bytes, kLine - in_line);
      Line& line = of(address / kLine);
      for (uint64_t b = in_line; b < in_line + part; ++b)
        line.bytes[b / kSector] |= 1u << b % kSector;
      address += part;
      bytes -= part;
    }
  }

  void append_to(std::vector<TraceLine>& lines) const {
    for (size_t k = 0; k < count_; ++k) {
      uint32_t sectors = 0, partial = 0;
      for (unsigned s = 0; s < 4; ++s) {
        if (lines_[k].bytes[s] == 0) continue;
        sectors |= 1u << s;
        if (lines_[k].bytes[s] != ~0u) partial |= 1u << s;
      }
      lines.push_back(TraceLine{lines_[k].number, sectors, partial});
    }
  }
  size_t count() const { return count_; }

 private:
  struct Line {
    uint64_t number = 0;
    std::array<uint32_t, 4> bytes = {};  // of each sector, a bit for each byte
  };

  Line& of(uint64_t number) {
    for (size_t k = count_; k-- > 0;)  // neighbouring lanes mostly meet in the latest line
      if (lines_[k].number == number) return lines_[k];
    lines_[count_] = {number, {}};
    return lines_[count_++];
  }

  size_t count_ = 0;
  std::array<Line, 160> lines_;  // 32 lanes of 16 bytes, in words that lie apart in local memory
};

// Lanes that are at one address: the most of all, and the sum over sectors of the most
// in each. Returns the address of the most.
uint64_t count_turns(const AccessEvent& e, TraceAccess& access) {
  std::array<uint64_t, 32> addresses;
  size_t count = 0;
  for (uint32_t m = e.mask; m != 0; m &= m - 1)
    addresses[count++] = e.addresses[std::countr_zero(m)];
  std::sort(addresses.begin(), addresses.begin() + static_cast<std::ptrdiff_t>(count));
  uint16_t run = 0, most_in_sector = 0;
  uint64_t busiest = count > 0 ? addresses[0] : 0;
  for (size_t k = 0; k < count; ++k) {
    const bool new_sector = k == 0 || addresses[k] / kSector != addresses[k - 1] / kSector;
    const bool new_address = k == 0 || addresses[k] != addresses[k - 1];
    if (new_sector) access.turns = static_cast<uint16_t>(access.turns + most_in_sector);
    if (new_sector) most_in_sector = 0;
    run = new_address ? uint16_t{1} : static_cast<uint16_t>(run + 1);
    most_in_sector = std::max(most_in_sector, run);
    if (run > access.same_address) busiest = addresses[k];
    access.same_address = std::max(access.same_address, run);
  }
  access.turns = static_cast<uint16_t>(access.turns + most_in_sector);
  return busiest;
}

// The place of the sector at `address` among those of `lines`.
uint16_t place_of(uint64_t address, std::span<const TraceLine> lines) {
  unsigned place = 0;
  for (const TraceLine& line : lines) {
    const auto before =
        line.number == address / kLine ? (1u << address % kLine / kSector) - 1 : 15u;
    place += static_cast<unsigned>(std::popcount(line.sectors & before));
    if (line.number == address / kLine) break;
  }
  return static_cast<uint16_t>(place);
}

uint32_t passes(const AccessEvent& e) {
  switch (e.kind) {
    case AccessKind::load: return load_wavefronts(e.addresses, e.mask, e.bytes).wavefronts;
    case AccessKind::store: return store_wavefronts(e.addresses, e.mask, e.bytes).wavefronts;
    case AccessKind::atomic: return atomic_wavefronts(e.addresses, e.mask, e.bytes).wavefronts;
  }
  return 1;
}

uint16_t different_addresses(const AccessEvent& e) {
  std::array<uint64_t, 32> addresses;
  size_t count = 0;
  for (uint32_t m = e.mask; m != 0; m &= m - 1)
    addresses[count++] = e.addresses[std::countr_zero(m)];
  const auto end = addresses.begin() + static_cast<std::ptrdiff_t>(count);
  std::sort(addresses.begin(), end);
  return static_cast<uint16_t>(std::unique(addresses.begin(), end) - addresses.begin());
}

// Words of local memory lie 128 bytes apart, those of the lanes beside one another.
void add_local(const AccessEvent& e, uint64_t base, TouchedLines& lines) {
  for (uint32_t m = e.mask; m != 0; m &= m - 1) {
    const auto lane = static_cast<uint32_t>(std::countr_zero(m));
    for (uint64_t at = e.addresses[lane]; at < e.addresses[lane] + e.bytes; at = at / 4 * 4 + 4)
      lines.add(base + at / 4 * kLine + lane * 4 + at % 4,
                std::min<uint64_t>(4 - at % 4, e.addresses[lane] + e.bytes - at));
  }
}

}  // namespace

TraceAccess recorded_access(const AccessEvent& e, bool is_constant, uint64_t local_base,
                            std::vector<TraceLine>& lines) {
  TraceAccess access;
  access.space = e.space == ptx::Space::shared  ? TraceSpace::shared
                 : e.space == ptx::Space::local ? TraceSpace::local
                 : is_constant                  ? TraceSpace::constant
                                                : TraceSpace::global;
  access.kind = e.kind == AccessKind::load    ? TraceKind::load
                : e.kind == AccessKind::store ? TraceKind::store
                                              : TraceKind::atomic;
  access.bytes = static_cast<uint8_t>(e.bytes);
  access.lanes = static_cast<uint8_t>(std::popcount(e.mask));
  uint64_t busiest = 0;
  if (e.kind == AccessKind::atomic || access.space == TraceSpace::shared)
    busiest = count_turns(e, access);
  access.first_line = static_cast<uint32_t>(lines.size());
  if (access.space == TraceSpace::local) {
    // 32 lanes at one offset lie beside one another.
    access.passes = static_cast<uint16_t>((e.bytes + 3) / 4);
    TouchedLines touched;
    add_local(e, local_base, touched);
    touched.append_to(lines);
    access.lines = static_cast<uint32_t>(touched.count());
    return access;
  }
  access.passes = is_constant ? different_addresses(e) : static_cast<uint16_t>(passes(e));
  if (access.space == TraceSpace::shared) return access;
  TouchedLines touched;
  for (uint32_t m = e.mask; m != 0; m &= m - 1)
    touched.add(e.addresses[std::countr_zero(m)], e.bytes);
  touched.append_to(lines);
  access.lines = static_cast<uint32_t>(touched.count());
  if (e.kind == AccessKind::atomic)
    access.busiest = place_of(busiest, std::span(lines).subspan(access.first_line));
  return access;
}

}  // namespace warplab::sim

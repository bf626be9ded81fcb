#include "sim/decode/registers.hpp"

#include <algorithm>

namespace warplab::sim {
namespace {

class BitSet {
 public:
  explicit BitSet(size_t n) : words_((n + 63) / 64) {}
  bool test(size_t k) const { return words_[k / 64] >> (k % 64) & 1; }
  void set(size_t k) { words_[k / 64] |= 1ull << (k % 64); }
  void clear(size_t k) { words_[k / 64] &= ~(1ull << (k % 64)); }
  bool merge(const BitSet& other) {
    bool changed = false;
    for (size_t k = 0; k < words_.size(); ++k) {
      const uint64_t before = words_[k];
      words_[k] |= other.words_[k];
      changed |= words_[k] != before;
    }
    return changed;
  }

 private:
  std::vector<uint64_t> words_;
};

// The instructions between which a register is needed, in text order; `first` is ~0u where none is.
struct Interval {
  uint32_t reg = 0, first = ~0u, last = 0;
};

using Accesses = std::vector<RegisterAccess>;  // by instruction

// Live at the start of each block, to a fixed point.
std::vector<BitSet> live_at_start(const ptx::Function& f, const ptx::ControlFlow& flow,
                                  const Accesses& accesses) {
  const size_t count = f.registers.size();
  std::vector<BitSet> live_in(flow.blocks.size(), BitSet(count));
  const auto live_before_block = [&](size_t b, BitSet live) {
    for (uint32_t k = flow.blocks[b].last; k-- > flow.blocks[b].first;) {
      if (!f.body[k].guard)
        for (uint32_t r : accesses[k].writes) live.clear(r);
      for (uint32_t r : accesses[k].reads) live.set(r);
    }
    return live;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t b = flow.blocks.size(); b-- > 0;) {
      BitSet out(count);
      for (uint32_t s : flow.blocks[b].successors) out.merge(live_in[s]);
      changed |= live_in[b].merge(live_before_block(b, std::move(out)));
    }
  }
  return live_in;
}

// One for each register.
std::vector<Interval> intervals_of(const ptx::ControlFlow& flow, const Accesses& accesses,
                                   const std::vector<BitSet>& live_in, size_t count) {
  std::vector<Interval> intervals(count);
  for (size_t r = 0; r < count; ++r) intervals[r].reg = static_cast<uint32_t>(r);
  const auto extend = [&](size_t r, uint32_t at) {
    intervals[r].first = std::min(intervals[r].first, at);
    intervals[r].last = std::max(intervals[r].last, at);
  };
  for (size_t b = 0; b < flow.blocks.size(); ++b) {
    const auto& block = flow.blocks[b];
    for (uint32_t k = block.first; k < block.last; ++k) {
      for (uint32_t r : accesses[k].reads) extend(r, k);
      for (uint32_t r : accesses[k].writes) extend(r, k);
    }
    for (size_t r = 0; r < count; ++r) {
      if (live_in[b].test(r)) extend(r, block.first);
      for (uint32_t s : block.successors)
        if (live_in[s].test(r) && block.last > block.first) extend(r, block.last - 1);
    }
  }
  return intervals;
}

// Places that no register has at the moment are given again.
class PlaceSupply {
 public:
  explicit PlaceSupply(uint32_t& end) : end_(end) {}
  Place take(uint32_t bytes) {
    for (size_t k = 0; k < free_.size(); ++k)
      if (free_[k].first == bytes) {
        const Place place = free_[k].second;
        free_.erase(free_.begin() + static_cast<std::ptrdiff_t>(k));
        return place;
      }
    const Place place = end_;
    end_ += bytes == kBytesPerPredicate ? 64 : bytes;
    if (bytes == kBytesPerPredicate)
      for (uint32_t k = 1; k < 16; ++k) give_back(bytes, place + k * kBytesPerPredicate);
    return place;
  }
  void give_back(uint32_t bytes, Place place) { free_.emplace_back(bytes, place); }

 private:
  uint32_t& end_;                                 // of the frame so far
  std::vector<std::pair<uint32_t, Place>> free_;  // bytes, place
};

}  // namespace

uint32_t lane_bytes(ptx::Type type) {
  if (type == ptx::Type::pred) return kBytesPerPredicate;
  return ptx::bytes_of(type) > 8    ? 2 * kBytesPerWide
         : ptx::bytes_of(type) == 8 ? kBytesPerWide
                                    : kBytesPerNarrow;
}

RegisterPlaces place_registers(const ptx::Function& f, const ptx::ControlFlow& flow, bool apart) {
  const size_t count = f.registers.size();
  Accesses accesses(f.body.size());
  for (size_t k = 0; k < f.body.size(); ++k) accesses[k] = register_access(f.body[k]);
  const std::vector<BitSet> live_in = live_at_start(f, flow, accesses);
  std::vector<Interval> intervals = intervals_of(flow, accesses, live_in, count);

  RegisterPlaces result;
  result.places.assign(count, kNowhere);
  result.is_read.assign(count, false);
  for (const RegisterAccess& a : accesses)
    for (uint32_t r : a.reads) result.is_read[r] = true;
  std::ranges::sort(intervals, {}, [](const Interval& i) { return std::pair(i.first, i.reg); });
  std::vector<Interval> active;
  PlaceSupply supply(result.bytes);
  for (const Interval& i : intervals) {
    if (i.first == ~0u) continue;
    std::erase_if(active, [&](const Interval& a) {
      if (apart || a.last >= i.first) return false;
      supply.give_back(lane_bytes(f.registers[a.reg].type), result.places[a.reg]);
      return true;
    });
    result.places[i.reg] = supply.take(lane_bytes(f.registers[i.reg].type));
    active.push_back(i);
  }
  if (!flow.blocks.empty())
    for (size_t r = 0; r < count; ++r)
      if (live_in[0].test(r)) {
        result.zeroed.push_back(result.places[r]);
        result.zeroed_bytes.push_back(lane_bytes(f.registers[r].type));
      }
  return result;
}

}  // namespace warplab::sim

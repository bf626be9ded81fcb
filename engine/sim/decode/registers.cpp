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

}  // namespace

uint32_t lane_bytes(ptx::Type type) {
  if (type == ptx::Type::pred) return kBytesPerPredicate;
  return ptx::bytes_of(type) > 8    ? 2 * kBytesPerWide
         : ptx::bytes_of(type) == 8 ? kBytesPerWide
                                    : kBytesPerNarrow;
}

RegisterPlaces place_registers(const ptx::Function& f, const ptx::ControlFlow& flow) {
  const size_t count = f.registers.size();
  std::vector<RegisterAccess> accesses(f.body.size());
  for (size_t k = 0; k < f.body.size(); ++k) accesses[k] = register_access(f.body[k]);

  // Live at the start of each block, to a fixed point.
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

  // One interval each, in text order.
  struct Interval {
    uint32_t reg = 0, first = ~0u, last = 0;
  };
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

  RegisterPlaces result;
  result.places.assign(count, kNowhere);
  result.is_read.assign(count, false);
  for (const RegisterAccess& a : accesses)
    for (uint32_t r : a.reads) result.is_read[r] = true;
  std::ranges::sort(intervals, {}, [](const Interval& i) { return std::pair(i.first, i.reg); });
  std::vector<Interval> active;
  std::vector<std::pair<uint32_t, Place>> free;  // (bytes, place)
  const auto take = [&](uint32_t bytes) {
    for (size_t k = 0; k < free.size(); ++k)
      if (free[k].first == bytes) {
        const Place place = free[k].second;
        free.erase(free.begin() + static_cast<std::ptrdiff_t>(k));
        return place;
      }
    const Place place = result.bytes;
    result.bytes += bytes == kBytesPerPredicate ? 64 : bytes;
    if (bytes == kBytesPerPredicate)
      for (uint32_t k = 1; k < 16; ++k) free.emplace_back(bytes, place + k * kBytesPerPredicate);
    return place;
  };
  for (const Interval& i : intervals) {
    if (i.first == ~0u) continue;
    std::erase_if(active, [&](const Interval& a) {
      if (a.last >= i.first) return false;
      free.emplace_back(lane_bytes(f.registers[a.reg].type), result.places[a.reg]);
      return true;
    });
    result.places[i.reg] = take(lane_bytes(f.registers[i.reg].type));
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

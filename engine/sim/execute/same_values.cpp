#include "sim/execute/same_values.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "sim/execute/track_access.hpp"
#include "sim/state/lanes.hpp"

namespace warplab::sim {
namespace {

// How the places of an access lie to each other.
enum class Layout : uint8_t { apart, one_place, other };

Layout layout_of(const LaneAccess& a, uint32_t lanes) {
  bool up = true, down = true, same = true;
  auto last = static_cast<unsigned>(std::countr_zero(lanes));
  for_lanes(lanes & (lanes - 1), [&](unsigned l) {
    const auto step = static_cast<int64_t>(a.addresses[l] - a.addresses[last]);
    up &= step >= static_cast<int64_t>(a.bytes);
    down &= -step >= static_cast<int64_t>(a.bytes);
    same &= step == 0;
    last = l;
  });
  if (up || down) return Layout::apart;
  return same ? Layout::one_place : Layout::other;
}

// Elements of an access, as they lie in registers.
class Data {
 public:
  explicit Data(const LaneAccess& a)
      : warp_(a.warp), inst_(a.op), element_(element_bytes(a.op)), width_(vector_width(a.op)) {}
  // What `lane` stores is what is at `host`.
  bool is_at(const std::byte* host, unsigned lane) const {
    for (uint32_t k = 0; k < width_; ++k)
      if ((at(host + k * element_) ^ value(k, lane)) & low_bits()) return false;
    return true;
  }
  bool is_same(unsigned a, unsigned b) const {
    for (uint32_t k = 0; k < width_; ++k)
      if ((value(k, a) ^ value(k, b)) & low_bits()) return false;
    return true;
  }

 private:
  uint64_t at(const std::byte* host) const {
    switch (element_) {
      case 1: return read<uint8_t>(host);
      case 2: return read<uint16_t>(host);
      case 4: return read<uint32_t>(host);
      default: return read<uint64_t>(host);
    }
  }
  template <class T>
  static uint64_t read(const std::byte* host) {
    T v;
    std::memcpy(&v, host, sizeof v);
    return v;
  }
  uint64_t low_bits() const { return element_ >= 8 ? ~uint64_t{0} : (1ull << 8 * element_) - 1; }
  uint64_t value(uint32_t k, unsigned lane) const {
    const Place place =
        width_ == 1 ? inst_->d : warp_.runner->launch->program->vectors[inst_->vector].places[k];
    const bool wide = inst_->flags & access_flag::kWideRegister;
    return wide ? warp_.at<uint64_t>(place)[lane] : warp_.at<uint32_t>(place)[lane];
  }

  Warp& warp_;
  const MicroOp* inst_;
  uint32_t element_, width_;
};

// One lane's store to the cells of its words, or that of several lanes to one place, who store the
// same (`several`). False: it must be looked at closely.
class Cells {
 public:
  Cells(Warp& w, uint32_t memory, const Allocation& allocation, uint32_t bytes)
      : warp_(w),
        memory_(memory),
        bytes_(bytes),
        allocation_(allocation),
        launch_(*w.runner->launch),
        first_thread_(w.block->linear * launch_.threads_per_block + w.first_thread),
        cells_(launch_.checks.tracking->allocations[static_cast<size_t>(allocation.number)]),
        mine_(w.runner->tracking.allocations[static_cast<size_t>(allocation.number)]) {}

  bool store(uint64_t address, unsigned lane, bool several, bool is_there) {
    const auto me = static_cast<uint32_t>(first_thread_ + lane + 1);
    auto* const writer = cells_.writer.as<uint32_t>();
    const auto* const reader = cells_.reader.as<uint32_t>();
    const uint64_t offset = address - allocation_.begin;
    const uint64_t last = (offset + bytes_ - 1) >> cells_.unit_shift;
    bool fine = true, met = false;
    make_ready(warp_, cells_, offset >> cells_.unit_shift);
    for (uint64_t u = offset >> cells_.unit_shift; u <= last; ++u) {
      const uint32_t wrote = writer[u];
      const bool others = wrote != 0 && wrote != me;
      fine &= wrote != kAtomicsOnly && (is_there || !others);
      // On the heap whoever wrote it may have read it.
      const uint32_t read = reader ? reader[u] : allocation_.is_heap ? wrote : 0;
      fine &= read == 0 || (read == me && !several);
      met |= others || several;
      writer[u] = others || several ? me | kSameValue : me;
      // One host thread makes a sweep: who wrote it before has set the bit.
      if (wrote == 0 || wrote == kAtomicsOnly) set_bit(mine_.written, u);
    }
    mine_.wrote = true;
    if (fine && met) note(address);
    return fine;
  }

 private:
  // A place to be looked at for the sake of its note, not for what it may hide.
  void note(uint64_t address) {
    Suspects& marks = *launch_.checks.marks;
    if (marks.wants_note(memory_)) marks.mark_for_note(allocation_, address, bytes_);
  }

  Warp& warp_;
  const uint32_t memory_, bytes_;
  const Allocation& allocation_;
  LaunchState& launch_;
  const uint64_t first_thread_;  // of the warp, in the grid
  TrackedAllocation& cells_;
  RunnerTracking::Entry& mine_;
};

}  // namespace

bool meets_writers(const Warp& w, const Allocation& a, uint64_t first, int64_t stride) {
  const LaunchState& launch = *w.runner->launch;
  const TrackedAllocation& t = launch.checks.tracking->allocations[static_cast<size_t>(a.number)];
  const auto* const writer = t.writer.as<uint32_t>();
  const auto me =
      static_cast<uint32_t>(w.block->linear * launch.threads_per_block + w.first_thread + 1);
  for (unsigned l = 0; l < kLanes; ++l) {
    const uint64_t at = first - a.begin + static_cast<uint64_t>(static_cast<int64_t>(l) * stride);
    const uint32_t wrote = writer[at >> t.unit_shift];
    if (wrote != 0 && wrote != me + l) return true;
  }
  return false;
}

bool check_same_row(Warp& w, uint32_t memory, const Allocation& a, const StoredRow& row,
                    bool is_there) {
  Cells cells(w, memory, a, row.bytes);
  if (row.stride == 0) return cells.store(row.first, kLanes - 1, true, is_there);
  bool fine = true;
  for (unsigned l = 0; l < kLanes; ++l)
    fine &= cells.store(row.first + static_cast<uint64_t>(static_cast<int64_t>(l) * row.stride), l,
                        false, is_there);
  return fine;
}

uint32_t met_by_stores(const LaneAccess& a, uint32_t lanes, const LaneTarget& target) {
  if (lanes == 0) return 0;
  const Data data(a);
  const auto first = static_cast<unsigned>(std::countr_zero(lanes));
  Layout layout = layout_of(a, lanes);
  if (layout == Layout::one_place)
    for_lanes(lanes, [&](unsigned l) {
      if (!data.is_same(first, l)) layout = Layout::other;
    });
  uint32_t met = 0;
  switch (layout) {
    case Layout::apart:
      for_lanes(lanes, [&](unsigned l) {
        const bool is_there = data.is_at(target.host[l], l);
        Cells cells(a.warp, a.memory, *target.allocation[l], a.bytes);
        if (!cells.store(a.addresses[l], l, false, is_there)) met |= 1u << l;
      });
      break;
    case Layout::one_place: {
      const auto last = static_cast<unsigned>(kLanes - 1 - std::countl_zero(lanes));
      const bool is_there = data.is_at(target.host[last], last);
      Cells cells(a.warp, a.memory, *target.allocation[last], a.bytes);
      if (!cells.store(a.addresses[last], last, first != last, is_there)) met = lanes;
      break;
    }
    case Layout::other:
      for_lanes(lanes, [&](unsigned l) {
        const bool alone = track_global(
            a.warp, *target.allocation[l],
            {a.kind, a.addresses[l], a.bytes, used_bytes(a.op), a.warp.first_thread + l}, false);
        met |= static_cast<uint32_t>(!alone) << l;
      });
  }
  return met;
}

}  // namespace warplab::sim

#include "sim/execute/special.hpp"

#include <algorithm>
#include <type_traits>

#include "ptx/source_lines.hpp"
#include "sim/execute/late_writes.hpp"
#include "sim/execute/stop.hpp"
#include "sim/execute/tell.hpp"
#include "sim/state/lanes.hpp"
#include "sim/work.hpp"

namespace warplab::sim {

const MicroOp* guarded(Warp& w, const MicroOp* i) {
  const uint32_t p = w.predicate(i->guard) ^ (i->flags & kGuardNegated ? ~0u : 0u);
  const uint32_t all = w.mask, active = all & p;
  if (active == 0) return i + 1;
  w.mask = active;
  const MicroOp* next = i->inner(w, i);
  w.mask = all;
  return next;
}

const MicroOp* local_address(Warp& w, const MicroOp* i) {
  for_lanes(w.mask, [&](unsigned l) { w.at<uint64_t>(i->d)[l] = w.frame->local_base + i->imm; });
  return i + 1;
}
const MicroOp* local_address_narrow(Warp& w, const MicroOp* i) {
  for_lanes(w.mask, [&](unsigned l) {
    w.at<uint32_t>(i->d)[l] = static_cast<uint32_t>(w.frame->local_base + i->imm);
  });
  return i + 1;
}

const MicroOp* is_in_space(Warp& w, const MicroOp* i) {
  const auto* a = w.at<uint64_t>(i->a);
  const AddressSpace& addresses = *w.runner->launch->memory.addresses;
  uint32_t in = 0;
  for (unsigned l = 0; l < kLanes; ++l) {
    if (!(w.mask >> l & 1)) continue;
    bool here = windows::holds(i->imm, a[l]);
    if (i->imm == 0) {  // global or constant: which of the two, the allocation says
      const Allocation* found = addresses.find(a[l], 1);
      const bool is_constant = found && found->read_only;
      here = i->flags & kIsConstant ? is_constant
                                    : windows::space_of(a[l]) == ptx::Space::global && !is_constant;
    }
    in |= static_cast<uint32_t>(here) << l;
  }
  if (i->d == kNowhere) return i + 1;
  uint32_t& d = w.predicate(i->d);
  d = (d & ~w.mask) | (in & w.mask);
  return i + 1;
}

const MicroOp* do_nothing(Warp&, const MicroOp* i) { return i + 1; }

const MicroOp* sleep(Warp& w, const MicroOp* i) {
  const auto* nanoseconds = w.at<uint32_t>(i->a);
  uint32_t longest = 0;
  for_lanes(w.mask, [&](unsigned l) { longest = std::max(longest, nanoseconds[l]); });
  w.runner->counters.branches[i->slot] += weight_of_sleep(longest, i->imm != 0) - 1;
  return i + 1;
}

const MicroOp* undefined_carry(Warp& w, const MicroOp* i) {
  const uint32_t thread = w.first_thread + static_cast<uint32_t>(std::countr_zero(w.mask));
  const auto count = static_cast<uint64_t>(std::popcount(w.mask));
  if (w.runner->is_known(FindingKind::undefined_behavior, i->site, 0, w.block->linear, thread,
                         count))
    return i + 1;
  RawFinding f;
  f.kind = FindingKind::undefined_behavior;
  f.site = i->site;
  f.block = w.block->linear;
  f.thread = thread;
  f.count = count;
  f.told = i->imm ? Told{say(Says::uses_wrong_carry), say(Says::continue_carry)}
                  : Told{say(Says::uses_no_carry), say(Says::begin_carry)};
  w.runner->report(std::move(f));
  return i + 1;
}

const MicroOp* memory_fence(Warp& w, const MicroOp* i) {
  const auto scope = static_cast<AccessScope>(i->imm);
  const auto kind = static_cast<FenceKind>(i->kind);
  if (LateWrites* const late = w.runner->launch->order.late) [[unlikely]]
    late->fence(w, w.mask, scope, kind);
  if (Observer* observer = w.block->observed_by->fences)
    observer->fence({place_of(w, i), w, w.mask, scope, kind});
  return i + 1;
}

// Where a launch is not cooperative grid.sync() comes to a trap of cooperative_groups.h.
const MicroOp* trap(Warp& w, const MicroOp* i) {
  const LaunchState& launch = *w.runner->launch;
  const ptx::Module& module = *launch.program->module;
  const Site& site = launch.program->sites[i->site];
  Told told;
  if (!launch.launch->cooperative && module.find_variable(ptx::kGridWorkspace) &&
      !ptx::source_places(module, module.functions[site.function], site.index,
                          "cooperative_groups.h")
           .empty())
    told = {say(Says::waits_for_grid_alone), say(Says::launch_cooperatively)};
  return stop_with(w, i, FindingKind::trap, w.mask, std::move(told));
}

const MicroOp* breakpoint(Warp& w, const MicroOp* i) {
  return stop_with(w, i, FindingKind::trap, w.mask,
                   {say(Says::comes_to_breakpoint), say(Says::take_it_out)});
}

const MicroOp* move_wide_low(Warp& w, const MicroOp* i) {
  const auto* a = w.at<uint64_t>(i->a);
  auto* const d = w.at<uint32_t>(i->d);
  for_lanes(w.mask, [&](unsigned l) { d[l] = static_cast<uint32_t>(a[l]); });
  return i + 1;
}

namespace {

// How a value of kBytes lies in a register of 32 lanes: in words, of which 16 bytes have two.
template <unsigned kBytes>
using WordOf = std::conditional_t<kBytes == 4, uint32_t, uint64_t>;
// Registers are either the same or apart, and a part is none of the whole.
#ifdef __clang__
#define WARPLAB_ALL_LANES for (unsigned l = 0; l < kLanes; ++l)
#else
#define WARPLAB_ALL_LANES _Pragma("GCC ivdep") for (unsigned l = 0; l < kLanes; ++l)
#endif

// One part of all lanes after the other, so that the host may take several lanes at a time.
template <class Part, unsigned kParts>
const MicroOp* pack(Warp& w, const MicroOp* i) {
  constexpr unsigned kBytes = sizeof(Part) * kParts;
  using Word = WordOf<kBytes>;
  using Lane = std::conditional_t<sizeof(Part) == 8, uint64_t, uint32_t>;
  constexpr unsigned kWords = kBytes / sizeof(Word), kPartsOfWord = kParts / kWords;
  const auto& parts = w.runner->launch->program->vectors[i->vector].places;
  const uint32_t mask = w.mask;
  Word* const d = w.at<Word>(i->d);
  for (unsigned word = 0; word < kWords; ++word) {
    Word row[kLanes] = {};
    for (unsigned k = 0; k < kPartsOfWord; ++k) {
      const Lane* const part = w.at<Lane>(parts[word * kPartsOfWord + k]);
      WARPLAB_ALL_LANES row[l] |= static_cast<Word>(static_cast<Part>(part[l]))
                                  << (k * sizeof(Part) * 8);
    }
    if (mask == ~0u) {
      WARPLAB_ALL_LANES d[l * kWords + word] = row[l];
    } else {
      for_lanes(mask, [&](unsigned l) { d[l * kWords + word] = row[l]; });
    }
  }
  return i + 1;
}

template <class Part, unsigned kParts>
const MicroOp* unpack(Warp& w, const MicroOp* i) {
  constexpr unsigned kBytes = sizeof(Part) * kParts;
  using Word = WordOf<kBytes>;
  using Lane = std::conditional_t<sizeof(Part) == 8, uint64_t, uint32_t>;
  constexpr unsigned kWords = kBytes / sizeof(Word), kPartsOfWord = kParts / kWords;
  const auto& parts = w.runner->launch->program->vectors[i->vector].places;
  const uint32_t mask = w.mask;
  const Word* const a = w.at<Word>(i->a);
  for (unsigned k = 0; k < kParts; ++k) {
    if (parts[k] == kNowhere) continue;
    Lane* const d = w.at<Lane>(parts[k]);
    const unsigned word = k / kPartsOfWord, shift = k % kPartsOfWord * sizeof(Part) * 8;
    if (mask == ~0u) {
      WARPLAB_ALL_LANES d[l] = static_cast<Part>(a[l * kWords + word] >> shift);
    } else {
      for_lanes(mask, [&](unsigned l) { d[l] = static_cast<Part>(a[l * kWords + word] >> shift); });
    }
  }
  return i + 1;
}

#undef WARPLAB_ALL_LANES

struct PackRow {
  unsigned part, parts;
  Handler pack, unpack;
};
template <class Part, unsigned kParts>
constexpr PackRow kPackRow = {sizeof(Part), kParts, pack<Part, kParts>, unpack<Part, kParts>};
constexpr PackRow kPackRows[] = {
    kPackRow<uint16_t, 2>, kPackRow<uint16_t, 4>, kPackRow<uint16_t, 8>, kPackRow<uint32_t, 1>,
    kPackRow<uint32_t, 2>, kPackRow<uint32_t, 4>, kPackRow<uint64_t, 1>, kPackRow<uint64_t, 2>,
};

const PackRow* pack_row(unsigned part, size_t parts) {
  for (const PackRow& row : kPackRows)
    if (row.part == part && row.parts == parts) return &row;
  return nullptr;
}

}  // namespace

Handler pack_handler(unsigned part, size_t parts) {
  const PackRow* row = pack_row(part, parts);
  return row ? row->pack : nullptr;
}
Handler unpack_handler(unsigned part, size_t parts) {
  const PackRow* row = pack_row(part, parts);
  return row ? row->unpack : nullptr;
}

}  // namespace warplab::sim

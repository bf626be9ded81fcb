#include "sim/execute/atomics.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <type_traits>

#include "sim/execute/late_writes.hpp"
#include "sim/execute/memory.hpp"
#include "sim/scalar/floating.hpp"
#include "sim/scalar/half_arithmetic.hpp"

namespace warplab::sim {
namespace {

using ptx::Space;

// Blocks may run on several host threads, so every update is a compare-and-swap loop on the host.
// What stays as it is, is not written: other host threads would have to fetch it again.
template <class T, auto F>
uint64_t update(std::byte* host, uint64_t b, uint64_t c) {
  T* cell = reinterpret_cast<T*>(host);
  T old = __atomic_load_n(cell, __ATOMIC_RELAXED);
  for (;;) {
    const T next = F(old, static_cast<T>(b), static_cast<T>(c));
    if (next == old ||
        __atomic_compare_exchange_n(cell, &old, next, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
      return old;
  }
}

// All lanes one after the other, of memory that only this host thread touches.
template <class T, auto F>
void update_alone(const LanesToUpdate& u) {
  using Register = std::conditional_t<sizeof(T) == 8, uint64_t, uint32_t>;
  const auto *b = static_cast<const Register*>(u.b), *c = static_cast<const Register*>(u.c);
  auto* const d = static_cast<Register*>(u.d);
  const auto one = [&](unsigned l) {
    T old;
    std::memcpy(&old, u.host[l], sizeof old);
    const T next = F(old, static_cast<T>(b[l]), static_cast<T>(c ? c[l] : 0));
    std::memcpy(u.host[l], &next, sizeof next);
    if (d) d[l] = old;
  };
  each_lane_in_turn(u.reversed, u.lanes, one);
}

template <class T, auto F>
constexpr AtomicRow row(bool order_matters = false) {
  return {update<T, F>, update_alone<T, F>, sizeof(T), nullptr, nullptr, order_matters};
}

template <class T>
constexpr auto kAdd = [](T old, T b, T) { return static_cast<T>(old + b); };
template <class T>
constexpr auto kExchange = [](T, T b, T) { return b; };
template <class T>
constexpr auto kCompareAndSwap = [](T old, T b, T c) { return old == b ? c : old; };
template <class T>
constexpr auto kAnd = [](T old, T b, T) { return static_cast<T>(old & b); };
template <class T>
constexpr auto kOr = [](T old, T b, T) { return static_cast<T>(old | b); };
template <class T>
constexpr auto kXor = [](T old, T b, T) { return static_cast<T>(old ^ b); };
template <class U, class T>
constexpr auto kMin =
    [](U old, U b, U) { return static_cast<U>(std::min(static_cast<T>(old), static_cast<T>(b))); };
template <class U, class T>
constexpr auto kMax =
    [](U old, U b, U) { return static_cast<U>(std::max(static_cast<T>(old), static_cast<T>(b))); };
constexpr auto kIncrement = [](uint32_t old, uint32_t b, uint32_t) {
  return old >= b ? 0 : old + 1;
};
constexpr auto kDecrement = [](uint32_t old, uint32_t b, uint32_t) {
  return old == 0 || old > b ? b : old - 1;
};
constexpr auto kAddF32 = [](uint32_t old, uint32_t b, uint32_t) {
  return scalar::bits_of(scalar::add(scalar::f32_from(old), scalar::f32_from(b)));
};
constexpr auto kAddF32Flushing = [](uint32_t old, uint32_t b, uint32_t) {
  const float sum =
      scalar::add(scalar::flush(scalar::f32_from(old)), scalar::flush(scalar::f32_from(b)));
  return scalar::bits_of(scalar::flush(sum));
};
constexpr auto kAddF64 = [](uint64_t old, uint64_t b, uint64_t) {
  return scalar::bits_of(scalar::add(scalar::f64_from(old), scalar::f64_from(b)));
};
template <class H>
constexpr auto kAddHalf =
    [](uint16_t old, uint16_t b, uint16_t) { return scalar::half_add<H>(old, b); };
template <class H>
constexpr auto kAddPair = [](uint32_t old, uint32_t b, uint32_t) {
  return scalar::each_half([](uint16_t x, uint16_t y) { return scalar::half_add<H>(x, y); }, old,
                           b);
};

struct Row {
  std::string_view operation, type;
  AtomicRow row;
};
using U16 = uint16_t;
using U32 = uint32_t;
using U64 = uint64_t;
constexpr Row kRows[] = {
    {"add", "u32", row<U32, kAdd<U32>>()},
    {"add", "s32", row<U32, kAdd<U32>>()},
    {"add", "u64", row<U64, kAdd<U64>>()},
    {"add", "s64", row<U64, kAdd<U64>>()},
    {"add",
     "f32",
     {update<U32, kAddF32>, update_alone<U32, kAddF32>, 4, update<U32, kAddF32Flushing>,
      update_alone<U32, kAddF32Flushing>, true}},
    {"add", "f64", row<U64, kAddF64>(true)},
    {"add", "f16", row<U16, kAddHalf<scalar::F16>>(true)},
    {"add", "bf16", row<U16, kAddHalf<scalar::Bf16>>(true)},
    {"add", "f16x2", row<U32, kAddPair<scalar::F16>>(true)},
    {"add", "bf16x2", row<U32, kAddPair<scalar::Bf16>>(true)},
    {"exch", "b32", row<U32, kExchange<U32>>(true)},
    {"exch", "b64", row<U64, kExchange<U64>>(true)},
    {"cas", "b16", row<U16, kCompareAndSwap<U16>>(true)},
    {"cas", "b32", row<U32, kCompareAndSwap<U32>>(true)},
    {"cas", "b64", row<U64, kCompareAndSwap<U64>>(true)},
    {"and", "b32", row<U32, kAnd<U32>>()},
    {"and", "b64", row<U64, kAnd<U64>>()},
    {"or", "b32", row<U32, kOr<U32>>()},
    {"or", "b64", row<U64, kOr<U64>>()},
    {"xor", "b32", row<U32, kXor<U32>>()},
    {"xor", "b64", row<U64, kXor<U64>>()},
    {"min", "u32", row<U32, kMin<U32, uint32_t>>()},
    {"min", "s32", row<U32, kMin<U32, int32_t>>()},
    {"min", "u64", row<U64, kMin<U64, uint64_t>>()},
    {"min", "s64", row<U64, kMin<U64, int64_t>>()},
    {"max", "u32", row<U32, kMax<U32, uint32_t>>()},
    {"max", "s32", row<U32, kMax<U32, int32_t>>()},
    {"max", "u64", row<U64, kMax<U64, uint64_t>>()},
    {"max", "s64", row<U64, kMax<U64, int64_t>>()},
    {"inc", "u32", row<U32, kIncrement>(true)},
    {"dec", "u32", row<U32, kDecrement>(true)},
};

// sim/work.hpp
uint64_t work_of_updates(uint32_t lanes, size_t elements) {
  return static_cast<uint64_t>(std::popcount(lanes)) * elements;
}

uint64_t lane_value(Warp& w, Place place, uint32_t bytes, unsigned lane) {
  if (place == kNowhere) return 0;
  return bytes == 8 ? w.at<uint64_t>(place)[lane] : w.at<uint32_t>(place)[lane];
}

// The order `late`.
void update_late(const LaneAccess& a, Update update, uint32_t lanes, const LaneTarget& target) {
  Warp& w = a.warp;
  const MicroOp* const i = a.op;
  LateWrites& late = *w.runner->launch->order.late;
  each_lane_in_turn(*w.runner->launch, lanes, [&](unsigned l) {
    const uint64_t b = lane_value(w, i->b, a.bytes, l), c = lane_value(w, i->c, a.bytes, l);
    std::byte* const host = target.host[l];
    if (i->flags & access_flag::kMayComeLate) return late.update(a, l, host, update, b, c);
    const uint64_t old = update(host, b, c);
    // Who only looks (adds 0, or compares in vain) has shown nothing to others.
    if (std::memcmp(host, &old, a.bytes) != 0) late.wrote(a, l);
    if (i->d == kNowhere) return;
    if (a.bytes == 8) w.at<uint64_t>(i->d)[l] = old;
    else w.at<uint32_t>(i->d)[l] = static_cast<uint32_t>(old);
  });
}

void update_lanes(Warp& w, const MicroOp* i, Space space, uint32_t mask, const uint64_t* addresses,
                  uint32_t memory) {
  const AtomicRow& row = w.runner->launch->program->updates[i->update];
  w.work += work_of_updates(mask, 1);
  LaneTarget target;
  const LaneAccess access{w, i, space, AccessKind::atomic, mask, row.bytes, addresses, memory};
  const uint32_t good = begin_access(access, target);
  const bool flushes = space == Space::global && row.update_global;
  // Of lanes that may not go there, the old value is 0.
  if (i->d != kNowhere)
    for (uint32_t lanes = mask & ~good; lanes; lanes &= lanes - 1) {
      if (row.bytes == 8) w.at<uint64_t>(i->d)[std::countr_zero(lanes)] = 0;
      else w.at<uint32_t>(i->d)[std::countr_zero(lanes)] = 0;
    }
  const LaunchState& launch = *w.runner->launch;
  if (launch.order.late) [[unlikely]]
    return update_late(access, flushes ? row.update_global : row.update, good, target);
  if (space == Space::shared || launch.order.one_host_thread) {
    const auto operand = [&](Place place) -> void* {
      return place == kNowhere ? nullptr : w.at<std::byte>(place);
    };
    (flushes ? row.alone_global : row.alone)({target.host, good, launch.order.lanes_reversed,
                                              operand(i->d), operand(i->b), operand(i->c)});
    return;
  }
  const Update update = flushes ? row.update_global : row.update;
  each_lane_in_turn(launch.order.lanes_reversed, good, [&](unsigned l) {
    const uint64_t old = update(target.host[l], lane_value(w, i->b, row.bytes, l),
                                lane_value(w, i->c, row.bytes, l));
    if (i->d == kNowhere) return;
    if (row.bytes == 8) w.at<uint64_t>(i->d)[l] = old;
    else w.at<uint32_t>(i->d)[l] = static_cast<uint32_t>(old);
  });
}

}  // namespace

AtomicRow atomic_row(std::string_view operation, std::string_view type) {
  for (const Row& r : kRows)
    if (r.operation == operation && r.type == type) return r.row;
  return {};
}

const MicroOp* atomic_update(Warp& w, const MicroOp* i) {
  uint64_t addresses[kLanes];
  lane_addresses(w, i, addresses);
  update_lanes(w, i, Space::global, w.mask, addresses, i->memory);
  return w.block->aborted ? nullptr : i + 1;
}

const MicroOp* atomic_update_shared(Warp& w, const MicroOp* i) {
  uint64_t addresses[kLanes];
  lane_addresses(w, i, addresses);
  update_lanes(w, i, Space::shared, w.mask, addresses, i->memory);
  return w.block->aborted ? nullptr : i + 1;
}

const MicroOp* atomic_update_generic(Warp& w, const MicroOp* i) {
  uint64_t addresses[kLanes];
  lane_addresses(w, i, addresses);
  const uint32_t shared = split_by_space(addresses, w.mask, Space::shared);
  if (const uint32_t m = w.mask & ~shared)
    update_lanes(w, i, Space::global, m, addresses, i->memory);
  if (shared) {
    for (uint64_t& a : addresses) a -= windows::kShared;
    update_lanes(w, i, Space::shared, shared, addresses, i->memory + 1);
  }
  return w.block->aborted ? nullptr : i + 1;
}

const MicroOp* atomic_update_vector(Warp& w, const MicroOp* i) {
  const Program& program = *w.runner->launch->program;
  const AtomicRow& row = program.updates[i->update];
  const auto& operands = program.vectors[i->c].places;
  const auto bytes = row.bytes * static_cast<uint32_t>(operands.size());
  w.work += work_of_updates(w.mask, operands.size());
  uint64_t addresses[kLanes];
  lane_addresses(w, i, addresses);
  LaneTarget target;
  const uint32_t good = begin_access(
      {w, i, Space::global, AccessKind::atomic, w.mask, bytes, addresses, i->memory}, target);
  const Update update = row.update_global ? row.update_global : row.update;
  each_lane_in_turn(*w.runner->launch, w.mask, [&](unsigned l) {
    for (size_t k = 0; k < operands.size(); ++k) {
      uint64_t old = 0;
      if (good >> l & 1)
        old = update(target.host[l] + k * row.bytes, lane_value(w, operands[k], row.bytes, l), 0);
      if (i->d != kNowhere)
        w.at<uint32_t>(program.vectors[i->d].places[k])[l] = static_cast<uint32_t>(old);
    }
  });
  return w.block->aborted ? nullptr : i + 1;
}

const MicroOp* atomic_update_128(Warp& w, const MicroOp* i) {
  constexpr uint32_t kBytes = 16;
  w.work += work_of_updates(w.mask, 1);
  uint64_t addresses[kLanes];
  lane_addresses(w, i, addresses);
  const auto update_space = [&](Space space, uint32_t mask, uint32_t memory) {
    if (mask == 0) return;
    LaneTarget target;
    const uint32_t good =
        begin_access({w, i, space, AccessKind::atomic, mask, kBytes, addresses, memory}, target);
    each_lane_in_turn(*w.runner->launch, mask, [&](unsigned l) {
      std::byte old[kBytes] = {};
      if (!(good >> l & 1)) {
        if (i->d != kNowhere) std::memcpy(w.at<std::byte>(i->d) + l * kBytes, old, kBytes);
        return;
      }
      std::memcpy(old, target.host[l], kBytes);
      const std::byte* b = w.at<std::byte>(i->b) + l * kBytes;
      const std::byte* c = i->c == kNowhere ? nullptr : w.at<std::byte>(i->c) + l * kBytes;
      if (!c) std::memcpy(target.host[l], b, kBytes);
      else if (std::memcmp(old, b, kBytes) == 0) std::memcpy(target.host[l], c, kBytes);
      if (i->d != kNowhere) std::memcpy(w.at<std::byte>(i->d) + l * kBytes, old, kBytes);
    });
  };
  const auto space = static_cast<Space>(i->kind);
  if (space != Space::generic) {
    update_space(space, w.mask, i->memory);
  } else {
    const uint32_t shared = split_by_space(addresses, w.mask, Space::shared);
    update_space(Space::global, w.mask & ~shared, i->memory);
    if (shared)
      for (uint64_t& a : addresses) a -= windows::kShared;
    update_space(Space::shared, shared, i->memory + 1);
  }
  return w.block->aborted ? nullptr : i + 1;
}

}  // namespace warplab::sim

#include "verdict/excess_cause.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "verdict/number_text.hpp"

namespace warplab::verdict {
namespace {

using data::BufferCounter;
using data::Counter;
using exercise::Measured;

constexpr double kLanes = 32;
// Below this part of what is moved, or of the lanes, something is left unused on most accesses. One
// that is not aligned to a sector moves 5 for 4 and uses 0.8; the last warp of a row may be short.
constexpr double kMostlyUsed = 0.75;
// A lane's access of fewer bytes takes something apart: most elements have 4 or 8. What a lane asks
// for is known only where all lanes take part: of few lanes among many instructions it looks less.
constexpr double kWordBytes = 4, kAllLanes = 0.97 * kLanes;

// A kind of access, with the counters of all global memory and of one buffer.
struct Kind {
  std::string_view verb, noun, once;
  Counter requests, sectors, bytes;
  BufferCounter own_requests, own_sectors, own_bytes;
};
constexpr std::array kKinds = {
    Kind{"loads", "loads", "load each element once, and keep in a variable what is used again",
         Counter::global_load_requests, Counter::global_load_sectors, Counter::global_load_bytes,
         BufferCounter::load_requests, BufferCounter::load_sectors, BufferCounter::load_bytes},
    Kind{"stores", "stores", "store each element once, when its value is complete",
         Counter::global_store_requests, Counter::global_store_sectors, Counter::global_store_bytes,
         BufferCounter::store_requests, BufferCounter::store_sectors, BufferCounter::store_bytes},
    Kind{"updates", "atomics", "collect in a variable first, and update each element once",
         Counter::global_atomic_requests, Counter::global_atomic_sectors,
         Counter::global_atomic_bytes, BufferCounter::atomic_requests,
         BufferCounter::atomic_sectors, BufferCounter::atomic_bytes},
};

struct Traffic {
  double requests = 0, sectors = 0, bytes = 0;
};

template <class Set, class Row>
Traffic traffic_of(const Set& counters, Row requests, Row sectors, Row bytes) {
  return {static_cast<double>(counters[requests]), static_cast<double>(counters[sectors]),
          static_cast<double>(counters[bytes])};
}

bool has(const std::vector<Counter>& all, Counter one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

enum class Unit : uint8_t { sectors, requests };

// What `kind` does in a line, of that which a metric in this unit is about.
Traffic traffic_in(const Kind& kind, Unit unit, const Spoilers& spoilers, const Measured& share) {
  const bool by_sectors = unit == Unit::sectors;
  const std::vector<Counter>& counters = spoilers.counters();
  if (has(counters, by_sectors ? Counter::global_sectors : Counter::global_requests) ||
      has(counters, by_sectors ? kind.sectors : kind.requests))
    return traffic_of(share.counters, kind.requests, kind.sectors, kind.bytes);
  Traffic sum;
  for (const exercise::CounterOfBuffer& one : spoilers.of_buffers()) {
    const bool is_meant =
        one.counter == (by_sectors ? BufferCounter::sectors : BufferCounter::requests) ||
        one.counter == (by_sectors ? kind.own_sectors : kind.own_requests);
    const auto found = share.buffers.find(one.buffer);
    if (!is_meant || found == share.buffers.end()) continue;
    const Traffic own =
        traffic_of(found->second, kind.own_requests, kind.own_sectors, kind.own_bytes);
    sum.requests += own.requests;
    sum.sectors += own.sectors;
    sum.bytes += own.bytes;
  }
  return sum;
}

// The kind that makes most of it, with what it does; no requests: there is none.
std::pair<const Kind*, Traffic> main_kind(Unit unit, const Spoilers& spoilers,
                                          const Measured& share) {
  std::pair<const Kind*, Traffic> most{&kKinds[0], {}};
  for (const Kind& kind : kKinds) {
    const Traffic traffic = traffic_in(kind, unit, spoilers, share);
    const bool more = unit == Unit::sectors ? traffic.sectors > most.second.sectors
                                            : traffic.requests > most.second.requests;
    if (more) most = {&kind, traffic};
  }
  return most;
}

std::string sectors_cause(const Kind& kind, const Traffic& traffic, int line) {
  const double asked = traffic.bytes / traffic.requests;
  const double moved = traffic.sectors * data::kSectorBytes / traffic.requests;
  if (asked < kMostlyUsed * moved)
    return fmt::format(
        "In line {} a warp {} {} bytes at a time, and {} are moved for them: let neighbouring "
        "threads access neighbouring elements.",
        line, kind.verb, amount_text(asked), amount_text(moved));
  return fmt::format("What line {} moves is used, so there are too many {}: {}.", line, kind.noun,
                     kind.once);
}

std::string requests_cause(const Kind& kind, const Traffic& traffic, const Measured& share,
                           int line) {
  const auto warps = static_cast<double>(share.counters[Counter::warp_instructions]);
  const auto threads = static_cast<double>(share.counters[Counter::thread_instructions]);
  const double lanes = warps > 0 ? threads / warps : kLanes;
  if (lanes < kMostlyUsed * kLanes)
    return fmt::format(
        "In line {} a warp works with {} of its 32 lanes at a time, on average: lanes that work "
        "one "
        "after the other, or that have to try again, need an access each.",
        line, number_text(lanes, 2));
  const double of_lane = traffic.bytes / traffic.requests / lanes;
  if (lanes > kAllLanes && of_lane < kWordBytes * kMostlyUsed)
    return fmt::format(
        "In line {} a lane {} {} at a time, so there are too many {}: take each element as a "
        "whole, and small ones together.",
        line, kind.verb, of_lane == 1 ? "1 byte" : number_text(of_lane, 2) + " bytes", kind.noun);
  return fmt::format("In line {} the lanes of a warp work together, so there are too many {}: {}.",
                     line, kind.noun, kind.once);
}

// How far `value` is on the wrong side: the smaller, the better.
double badness(double value, bool limit_is_minimum) { return limit_is_minimum ? -value : value; }

}  // namespace

Spoilers::Spoilers(const exercise::MetricExpression& metric, const Measured& total,
                   bool limit_is_minimum) {
  const std::optional<double> now = metric.evaluate(total);
  const auto is_worse = [&](const Measured& more) {
    const std::optional<double> then = metric.evaluate(more);
    return now && then && badness(*then, limit_is_minimum) > badness(*now, limit_is_minimum);
  };
  const auto add_to = [](uint64_t& value) { value += std::max<uint64_t>(1, value / 16); };
  for (const Counter counter : metric.counters()) {
    Measured more = total;
    add_to(more.counters[counter]);
    if (is_worse(more)) counters_.push_back(counter);
  }
  for (const exercise::CounterOfBuffer& one : metric.buffer_counters()) {
    Measured more = total;
    add_to(more.buffers[one.buffer][one.counter]);
    if (is_worse(more)) of_buffers_.push_back(one);
  }
}

bool Spoilers::any_in(const Measured& part) const {
  for (const Counter counter : counters_)
    if (part.counters[counter] != 0) return true;
  for (const exercise::CounterOfBuffer& one : of_buffers_) {
    const auto found = part.buffers.find(one.buffer);
    if (found != part.buffers.end() && found->second[one.counter] != 0) return true;
  }
  return false;
}

std::string excess_cause(const Spoilers& spoilers, const Measured& share, int line) {
  if (const auto [kind, traffic] = main_kind(Unit::sectors, spoilers, share); traffic.requests > 0)
    return sectors_cause(*kind, traffic, line);
  if (const auto [kind, traffic] = main_kind(Unit::requests, spoilers, share); traffic.requests > 0)
    return requests_cause(*kind, traffic, share, line);
  return {};
}

}  // namespace warplab::verdict

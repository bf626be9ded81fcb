#include "verdict/judge/excess_cause.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>

#include "exercise/in_place.hpp"
#include "verdict/result/number_text.hpp"

namespace warplab::verdict {
namespace {

using data::BufferCounter;
using data::Counter;
using data::GateSays;
using data::say;
using data::Saying;
using data::Says;
using exercise::Measured;

constexpr double kLanes = 32;
// Below this part of what is moved, or of the lanes, something is left unused on most accesses. One
// that is not aligned to a sector moves 5 for 4 and uses 0.8; the last warp of a row may be short.
constexpr double kMostlyUsed = 0.75;
// An element of 4 bytes for each lane, as nearly all buffers have.
constexpr double kElementBytes = 4, kBytesOfRequest = kLanes * kElementBytes;
// The last sector of a row may be shared with the next row.
constexpr double kWhole = 0.95;

// A kind of access, with the counters of all global memory and of one buffer.
struct Kind {
  GateSays verb, noun, once;
  Counter requests, sectors, bytes;
  BufferCounter own_requests, own_sectors, own_bytes;
};
constexpr std::array kKinds = {
    Kind{GateSays::loads, GateSays::loads, GateSays::load_once, Counter::global_load_requests,
         Counter::global_load_sectors, Counter::global_load_bytes, BufferCounter::load_requests,
         BufferCounter::load_sectors, BufferCounter::load_bytes},
    Kind{GateSays::stores, GateSays::stores, GateSays::store_once, Counter::global_store_requests,
         Counter::global_store_sectors, Counter::global_store_bytes, BufferCounter::store_requests,
         BufferCounter::store_sectors, BufferCounter::store_bytes},
    Kind{GateSays::does_updates, GateSays::atomics, GateSays::update_once,
         Counter::global_atomic_requests, Counter::global_atomic_sectors,
         Counter::global_atomic_bytes, BufferCounter::atomic_requests,
         BufferCounter::atomic_sectors, BufferCounter::atomic_bytes},
};

constexpr size_t kLoads = 0, kStores = 1;  // in kKinds

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

// Whether a counter of a buffer has this kind of access in it, in this unit.
bool is_counter_of(BufferCounter counter, const Kind& kind, Unit unit) {
  return unit == Unit::sectors ? counter == BufferCounter::sectors || counter == kind.own_sectors
                               : counter == BufferCounter::requests || counter == kind.own_requests;
}

// Of `all` memory what is left without the buffers that the metric takes away from it.
Traffic without_taken_away(const Kind& kind, Unit unit, const Spoilers& spoilers,
                           const Measured& share, Traffic all) {
  for (const exercise::CounterOfBuffer& one : spoilers.taken_away()) {
    const auto found = share.buffers.find(one.buffer);
    if (!is_counter_of(one.counter, kind, unit) || found == share.buffers.end()) continue;
    const Traffic own =
        traffic_of(found->second, kind.own_requests, kind.own_sectors, kind.own_bytes);
    all.requests -= std::min(all.requests, own.requests);
    all.sectors -= std::min(all.sectors, own.sectors);
    all.bytes -= std::min(all.bytes, own.bytes);
  }
  return all;
}

// What `kind` does in a line, of that which a metric in this unit is about.
Traffic traffic_in(const Kind& kind, Unit unit, const Spoilers& spoilers, const Measured& share) {
  const bool by_sectors = unit == Unit::sectors;
  const std::vector<Counter>& counters = spoilers.counters();
  if (has(counters, by_sectors ? Counter::global_sectors : Counter::global_requests) ||
      has(counters, by_sectors ? kind.sectors : kind.requests))
    return without_taken_away(kind, unit, spoilers, share,
                              traffic_of(share.counters, kind.requests, kind.sectors, kind.bytes));
  Traffic sum;
  for (const exercise::CounterOfBuffer& one : spoilers.of_buffers()) {
    const auto found = share.buffers.find(one.buffer);
    if (!is_counter_of(one.counter, kind, unit) || found == share.buffers.end()) continue;
    const Traffic own =
        traffic_of(found->second, kind.own_requests, kind.own_sectors, kind.own_bytes);
    sum.requests += own.requests;
    sum.sectors += own.sectors;
    sum.bytes += own.bytes;
  }
  return sum;
}

double cost_in(Unit unit, const Traffic& t) {
  return unit == Unit::sectors ? t.sectors : t.requests;
}
// The least for which the same bytes could be had: whole sectors, or 32 lanes with an element of 4
// bytes each.
double least_in(Unit unit, const Traffic& t) {
  return unit == Unit::sectors ? std::min(t.sectors, t.bytes / data::kSectorBytes)
                               : std::min(t.requests, t.bytes / kBytesOfRequest);
}

// What part of the accesses of one kind to a buffer goes to elements that have been accessed
// already, since there are more of them than the buffer holds.
struct Repeats {
  std::map<std::string, std::array<double, kKinds.size()>> parts;
};

Traffic own_traffic(const Kind& kind, const data::BufferCounters& counters) {
  return traffic_of(counters, kind.own_requests, kind.own_sectors, kind.own_bytes);
}

// Whether the spoilers are about this kind of access to a buffer.
bool is_meant(const Kind& kind, Unit unit, const Spoilers& spoilers, const std::string& buffer) {
  const bool by_sectors = unit == Unit::sectors;
  const auto is_of_buffer = [&](const exercise::CounterOfBuffer& one) {
    return one.buffer == buffer && is_counter_of(one.counter, kind, unit);
  };
  if (has(spoilers.counters(), by_sectors ? Counter::global_sectors : Counter::global_requests) ||
      has(spoilers.counters(), by_sectors ? kind.sectors : kind.requests))
    return std::ranges::none_of(spoilers.taken_away(), is_of_buffer);
  return std::ranges::any_of(spoilers.of_buffers(), is_of_buffer);
}

// Whether there is no more of this kind than the reference makes: an element may have to be loaded
// many times, as in a product, and what is made too often is then something else.
bool is_as_in_reference(const Kind& kind, Unit unit, const Measured& total) {
  if (!total.reference) return false;
  const Traffic own = traffic_of(total.counters, kind.requests, kind.sectors, kind.bytes);
  const Traffic least = traffic_of(*total.reference, kind.requests, kind.sectors, kind.bytes);
  return cost_in(unit, own) * kWhole <= cost_in(unit, least);
}
bool all_as_in_reference(Unit unit, const Measured& total) {
  return std::ranges::all_of(
      kKinds, [&](const Kind& kind) { return is_as_in_reference(kind, unit, total); });
}

Repeats repeats_in(Unit unit, const Spoilers& spoilers, const Measured& total) {
  const bool none_in_surplus = all_as_in_reference(unit, total);
  Repeats repeats;
  for (const auto& [buffer, counters] : total.buffers) {
    const auto size = total.values.find(buffer + ".bytes");
    if (size == total.values.end()) continue;
    // What is changed in its place comes in once and goes out once.
    const double times = total.values.contains(buffer + exercise::kInPlace) ? 2 : 1;
    const double needed = times * static_cast<double>(size->second) /
                          (unit == Unit::sectors ? data::kSectorBytes : kBytesOfRequest);
    std::array<double, kKinds.size()> made{};
    double all = 0;
    for (size_t k = 0; k < kKinds.size(); ++k)
      if (is_meant(kKinds[k], unit, spoilers, buffer) &&
          (none_in_surplus || !is_as_in_reference(kKinds[k], unit, total)))
        all += made[k] = least_in(unit, own_traffic(kKinds[k], counters));
    // What is stored whole need not be read back; else whatever there is most of is too much.
    const bool is_read_back = made[kLoads] > 0 && made[kStores] >= kWhole * needed;
    const size_t most =
        is_read_back ? kLoads : static_cast<size_t>(std::ranges::max_element(made) - made.begin());
    if (all > needed / kWhole && made[most] > 0)
      repeats.parts[buffer][most] = std::min(1.0, (all - needed) / made[most]);
  }
  return repeats;
}

// What accesses of one kind in a line cost beyond the least that their bytes need, and beyond what
// the buffers need.
double excess_in(const Kind& kind, Unit unit, const Spoilers& spoilers, const Measured& share,
                 const Repeats& repeats) {
  const Traffic traffic = traffic_in(kind, unit, spoilers, share);
  double excess = cost_in(unit, traffic) - least_in(unit, traffic);
  for (const auto& [buffer, parts] : repeats.parts)
    if (const auto own = share.buffers.find(buffer); own != share.buffers.end())
      excess += parts[static_cast<size_t>(&kind - kKinds.data())] *
                least_in(unit, own_traffic(kind, own->second));
  return excess;
}

// The unit that the spoilers are about, if it is one of these.
std::optional<Unit> unit_of(const Spoilers& spoilers, const Measured& measured) {
  for (const Unit unit : {Unit::sectors, Unit::requests})
    for (const Kind& kind : kKinds)
      if (traffic_in(kind, unit, spoilers, measured).requests > 0) return unit;
  return std::nullopt;
}

// The kind that has most in excess, with what it does. Where none has: the one of which there is
// more than in the reference, and then the one of which there is most.
std::pair<const Kind*, Traffic> main_kind(Unit unit, const Spoilers& spoilers,
                                          const Measured& total, const Measured& share,
                                          const Repeats& repeats) {
  const auto weight = [&](const Kind& kind) {
    const double cost = cost_in(unit, traffic_in(kind, unit, spoilers, share));
    return std::tuple(excess_in(kind, unit, spoilers, share, repeats),
                      cost > 0 && !is_as_in_reference(kind, unit, total), cost);
  };
  const Kind* most = &kKinds[0];
  for (const Kind& kind : kKinds)
    if (weight(kind) > weight(*most)) most = &kind;
  return {most, traffic_in(*most, unit, spoilers, share)};
}

double lanes_at_work(const Measured& share) {
  const auto warps = static_cast<double>(share.counters[Counter::warp_instructions]);
  const auto threads = static_cast<double>(share.counters[Counter::thread_instructions]);
  return warps > 0 ? threads / warps : kLanes;
}

// What a warp has: the lanes that are there, and how wide an element is.
struct Extent {
  double lanes = kLanes, element = kElementBytes;
};

// The narrowest element of the buffers that the metric is about.
double element_bytes(Unit unit, const Spoilers& spoilers, const Measured& total) {
  double narrowest = 0;
  for (const auto& entry : total.buffers) {
    const std::string& buffer = entry.first;
    const auto bytes = total.values.find(buffer + ".bytes"),
               elements = total.values.find(buffer + ".elements");
    const bool counts = std::ranges::any_of(
        kKinds, [&](const Kind& kind) { return is_meant(kind, unit, spoilers, buffer); });
    if (!counts || bytes == total.values.end() || elements == total.values.end()) continue;
    if (elements->second <= 0) continue;
    const double width = static_cast<double>(bytes->second) / static_cast<double>(elements->second);
    narrowest = narrowest > 0 ? std::min(narrowest, width) : width;
  }
  return narrowest > 0 ? narrowest : kElementBytes;
}

Saying few_lanes_sentence(double lanes, const Extent& warp, int line) {
  return say(GateSays::few_lanes_at_work, line, number_text(lanes, 2), number_text(warp.lanes));
}

Saying bytes_text(double bytes) {
  const std::string number = number_text(bytes, 2);
  return say(number == "1" ? Says::one_byte : Says::bytes, number);
}

// Bytes that an access asks for, of each of the lanes that are at work in its line.
struct OfLane {
  double bytes = 0;
  // Less than a byte: most lanes of the line have no part in the access.
  bool has_few_lanes() const { return bytes > 0 && bytes < 1; }
  bool is_part_of(double element) const { return bytes >= 1 && bytes <= kMostlyUsed * element; }
  // An access has 1, 2, 4, 8 or 16 bytes. What lies between two of them is a mean of several
  // widths.
  Saying text() const {
    constexpr double kClose = 0.1;  // the lanes of a line are not at work in all its accesses
    const double width = std::exp2(std::round(std::log2(bytes)));
    return std::abs(bytes - width) <= kClose * width
               ? say(GateSays::for_each_lane_at_a_time, bytes_text(width))
               : say(GateSays::for_each_lane_on_average, bytes_text(bytes));
  }
};

OfLane of_a_lane(const Traffic& traffic, double lanes) {
  return {traffic.bytes / traffic.requests / lanes};
}

// `wastes`: more of it is moved for nothing than once more.
ExcessCause sectors_cause(const Kind& kind, const Traffic& traffic, const Measured& share,
                          const Extent& warp, bool wastes, int line) {
  const double asked = traffic.bytes / traffic.requests;
  const double moved = traffic.sectors * data::kSectorBytes / traffic.requests;
  const double lanes = lanes_at_work(share);
  // The lanes that are missing have their elements between those of the others.
  const bool has_gaps =
      lanes <= kMostlyUsed * warp.lanes && moved * lanes <= asked * warp.lanes / kWhole;
  if (wastes && has_gaps) return {few_lanes_sentence(lanes, warp, line)};
  const OfLane own = of_a_lane(traffic, lanes);
  // Where some lanes of the line leave out the access nobody knows how much one of them asks for.
  const bool all_take_part = lanes > kMostlyUsed * warp.lanes;
  if (asked <= kMostlyUsed * moved && all_take_part && own.is_part_of(warp.element))
    return {say(GateSays::parts_of_elements, line, kind.verb, own.text())};
  if (asked <= kMostlyUsed * moved)
    return {
        say(GateSays::scattered_accesses, line, kind.verb, amount_text(asked), amount_text(moved))};
  if (wastes && asked <= kWhole * moved)
    return {
        say(GateSays::unaligned_accesses, line, kind.verb, amount_text(asked), amount_text(moved))};
  return {say(GateSays::used_but_too_many, line, kind.noun, kind.once), true};
}

ExcessCause requests_cause(const Kind& kind, const Traffic& traffic, const Measured& share,
                           const Extent& warp, int line) {
  const double lanes = lanes_at_work(share);
  if (lanes < kMostlyUsed * warp.lanes) return {few_lanes_sentence(lanes, warp, line)};
  const OfLane own = of_a_lane(traffic, lanes);
  if (own.has_few_lanes())
    return {say(GateSays::few_lanes_take_part, line, kind.verb,
                bytes_text(traffic.bytes / traffic.requests))};
  if (own.is_part_of(warp.element))
    return {say(GateSays::element_takes_several, line, kind.verb, own.text(), kind.noun)};
  if (own.bytes < kMostlyUsed * kElementBytes)
    return {say(GateSays::narrow_accesses, line, kind.verb, own.text()), true};
  return {say(GateSays::together_but_too_many, line, kind.noun, kind.once), true};
}

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
    (is_worse(more) ? of_buffers_ : taken_away_).push_back(one);
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

int line_in_excess(const exercise::MetricExpression& metric, const Spoilers& spoilers,
                   const Measured& total, const LineShares& lines) {
  const std::optional<Unit> unit = unit_of(spoilers, total);
  // Of all memory buffers may be taken away, but nothing else of anything.
  const bool subtracts = metric.counters().size() != spoilers.counters().size() ||
                         (spoilers.counters().empty() && !spoilers.taken_away().empty());
  if (!unit || subtracts) return 0;
  const Repeats repeats = repeats_in(*unit, spoilers, total);
  int most = 0;
  double largest = 0;
  for (const auto& [line, share] : lines) {
    double excess = 0;
    for (const Kind& kind : kKinds) excess += excess_in(kind, *unit, spoilers, share, repeats);
    if (line <= 0 || excess <= largest) continue;
    most = line;
    largest = excess;
  }
  return most;
}

ExcessCause excess_cause(const Spoilers& spoilers, const Measured& total, const Measured& share,
                         uint32_t lanes, int line) {
  const std::optional<Unit> unit = unit_of(spoilers, share);
  if (!unit) return {};
  const Repeats repeats = repeats_in(*unit, spoilers, total);
  const auto [kind, traffic] = main_kind(*unit, spoilers, total, share, repeats);
  if (traffic.requests == 0) return {};
  const double wasted = cost_in(*unit, traffic) - least_in(*unit, traffic);
  const bool wastes = 2 * wasted > excess_in(*kind, *unit, spoilers, share, repeats);
  const Extent warp{static_cast<double>(lanes), element_bytes(*unit, spoilers, total)};
  return *unit == Unit::sectors ? sectors_cause(*kind, traffic, share, warp, wastes, line)
                                : requests_cause(*kind, traffic, share, warp, line);
}

}  // namespace warplab::verdict

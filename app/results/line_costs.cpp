#include "results/line_costs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "data/number_text.hpp"

namespace warplab::app {
namespace {

using sim::Counter;
using Memory = AccessCost::Memory;

// One row a kind of access. `extra` is the counter from which the ideal follows: the bytes asked
// for (global), or the wavefronts beyond the ideal (shared).
struct CostKind {
  Memory memory;
  const char* what;
  Counter requests, units;
  std::optional<Counter> extra;
};
const CostKind kCostKinds[] = {
    {Memory::global, "global load", Counter::global_load_requests, Counter::global_load_sectors,
     Counter::global_load_bytes},
    {Memory::global, "global store", Counter::global_store_requests, Counter::global_store_sectors,
     Counter::global_store_bytes},
    {Memory::global, "global atomic", Counter::global_atomic_requests,
     Counter::global_atomic_sectors, std::nullopt},
    {Memory::shared, "shared load", Counter::shared_load_requests, Counter::shared_load_wavefronts,
     Counter::shared_load_bank_conflicts},
    {Memory::shared, "shared store", Counter::shared_store_requests,
     Counter::shared_store_wavefronts, Counter::shared_store_bank_conflicts},
    {Memory::shared, "shared atomic", Counter::shared_atomic_requests,
     Counter::shared_atomic_wavefronts, Counter::shared_atomic_bank_conflicts},
    {Memory::local, "local load", Counter::local_load_requests, Counter::local_load_sectors,
     std::nullopt},
    {Memory::local, "local store", Counter::local_store_requests, Counter::local_store_sectors,
     std::nullopt},
};

std::string short_number(double value) {
  return value == std::floor(value) ? fmt::format("{:.0f}", value) : fmt::format("{:.1f}", value);
}

std::string sentence_of(const AccessCost& cost, double bytes) {
  const double requests = static_cast<double>(cost.requests);
  switch (cost.memory) {
    case Memory::global: {
      if (cost.ideal_units == 0)
        return fmt::format("{} sectors for each warp instruction",
                           short_number(cost.per_request()));
      const double moved = cost.per_request() * data::kSectorBytes, wanted = bytes / requests;
      if (moved <= wanted)
        return fmt::format("moves {} bytes a warp instruction: every sector is used in full",
                           short_number(moved));
      // What is less than all is never written as 100 %.
      const double percent = 100 * wanted / moved;
      return fmt::format("moves {} bytes a warp instruction and uses {}: {} % of it is useful",
                         short_number(moved), short_number(wanted),
                         data::number_text(percent, data::digits_apart(percent, 100, 3)));
    }
    case Memory::shared:
      if (cost.ratio() <= 1.001) return "no bank conflicts";
      return fmt::format("takes {} passes over the banks where {} would do: a {}-way bank conflict",
                         short_number(cost.per_request()), short_number(cost.ideal_per_request()),
                         short_number(std::round(cost.ratio())));
    case Memory::local:
      return "local memory: registers that did not fit, or an array that is indexed by a variable";
  }
  return {};
}

}  // namespace

double AccessCost::ratio() const {
  return ideal_units > 0 ? std::max(1.0, static_cast<double>(units) / ideal_units) : 0;
}

double LineCost::ratio() const {
  double worst = 0;
  for (const AccessCost& access : accesses) worst = std::max(worst, access.ratio());
  return worst;
}

std::vector<LineCost> line_costs(const sim::LineCounters& lines) {
  std::vector<LineCost> costs;
  for (const auto& [line, counters] : lines) {
    LineCost cost;
    cost.line = line;
    cost.warp_instructions = counters[Counter::warp_instructions];
    cost.branches = counters[Counter::branches];
    cost.divergent_branches = counters[Counter::branches_divergent];
    for (const CostKind& kind : kCostKinds) {
      AccessCost access{kind.memory,          kind.what, counters[kind.requests],
                        counters[kind.units], 0,         {}};
      if (access.requests == 0) continue;
      double bytes = 0;
      if (kind.memory == Memory::global && kind.extra) {
        bytes = static_cast<double>(counters[*kind.extra]);
        access.ideal_units = bytes / data::kSectorBytes;
      } else if (kind.memory == Memory::shared) {
        access.ideal_units = static_cast<double>(access.units - counters[*kind.extra]);
      }
      access.sentence = sentence_of(access, bytes);
      cost.accesses.push_back(std::move(access));
    }
    if (line > 0 && cost.warp_instructions + cost.accesses.size() > 0)
      costs.push_back(std::move(cost));
  }
  return costs;
}

std::string ratio_text(double ratio) {
  const double tenths = std::round(ratio * 10) / 10;
  return ratio < 3 && tenths != std::round(tenths) ? fmt::format("{:.1f}x", tenths)
                                                   : fmt::format("{:.0f}x", ratio);
}

CostLevel cost_level(double ratio) {
  if (ratio < 1.1) return CostLevel::ideal;
  if (ratio < 2) return CostLevel::fair;
  return ratio < 6 ? CostLevel::poor : CostLevel::bad;
}

}  // namespace warplab::app

// The pictures against the simulator's own counters: over the corpus, the sum over all accesses of
// a line is what the simulator counted for it.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <map>

#include "corpus/corpus.hpp"
#include "lens/banks.hpp"
#include "lens/sectors.hpp"
#include "ptx/parser.hpp"
#include "sim/log_accesses.hpp"

using namespace warplab;
using data::Counter;
using data::LoggedAccess;
using data::TraceKind;
using data::TraceSpace;

namespace {

struct Rows {
  Counter requests, units, more;  // units: sectors or wavefronts; more: bytes or bank conflicts
};

Rows rows_of(const LoggedAccess& access) {
  using enum Counter;
  const bool loads = access.kind == TraceKind::load, stores = access.kind == TraceKind::store;
  switch (access.space) {
    case TraceSpace::global:
      if (loads) return {global_load_requests, global_load_sectors, global_load_bytes};
      if (stores) return {global_store_requests, global_store_sectors, global_store_bytes};
      return {global_atomic_requests, global_atomic_sectors, global_atomic_bytes};
    case TraceSpace::shared:
      if (loads) return {shared_load_requests, shared_load_wavefronts, shared_load_bank_conflicts};
      if (stores)
        return {shared_store_requests, shared_store_wavefronts, shared_store_bank_conflicts};
      return {shared_atomic_requests, shared_atomic_wavefronts, shared_atomic_bank_conflicts};
    case TraceSpace::local:
      if (loads) return {local_load_requests, local_load_sectors, local_load_sectors};
      return {local_store_requests, local_store_sectors, local_store_sectors};
    case TraceSpace::constant: return {constant_requests, constant_sectors, constant_sectors};
  }
  return {};
}

bool is_drawn(Counter counter) {
  const std::string_view name = data::name_of(counter);
  return name.starts_with("global.") || name.starts_with("shared.") || name.starts_with("local.") ||
         name.starts_with("constant.");
}

void add(const LoggedAccess& access, data::Counters& counters) {
  const Rows rows = rows_of(access);
  counters[rows.requests] += 1;
  if (access.space == TraceSpace::shared) {
    const lens::BankLens lens = lens::bank_lens(access);
    counters[rows.units] += lens.passes;
    counters[rows.more] += lens.passes - lens.ideal;
    return;
  }
  const lens::SectorLens lens = lens::sector_lens(access);
  counters[rows.units] += lens.sectors.size();
  if (access.space == TraceSpace::global) counters[rows.more] += lens.asked_bytes;
}

std::string text_of(std::map<int, data::Counters> lines) {
  std::string text;
  for (auto& [line, counters] : lines) {
    data::fill_sums(counters);
    for (size_t k = 0; k < data::kCounterCount; ++k)
      if (const auto counter = static_cast<Counter>(k); is_drawn(counter) && counters[counter] > 0)
        text += fmt::format("line {}: {} = {}\n", line, data::name_of(counter), counters[counter]);
  }
  return text;
}

std::map<size_t, size_t> compared;  // by bytes a lane, of shared memory

void compare(const sim_corpus::Entry& entry, const std::string& target) {
  // What lanes at several barrier objects cost is counted, and is no access that a picture shows.
  if (entry.name == "copies_to_objects") return;
  const auto text = sim_corpus::ptx(entry, target);
  REQUIRE(text);
  const auto module = ptx::parse(*text);
  REQUIRE(module);
  if (sim_corpus::only_waits_somewhere(*module)) return;
  sim::Options options;
  options.student_file = entry.name + ".cu";
  options.exact_tracking = false;
  std::vector<std::vector<std::byte>> memory;
  auto buffers = sim_corpus::buffers(entry, memory);
  const auto report = sim::simulate(*module, buffers, entry.launches, options);
  if (!report || !report->completed) return;
  for (size_t i = 0; i < entry.launches.size(); ++i) {
    CAPTURE(i);
    sim::LogOptions log{static_cast<int>(i), {}, 0, 50'000'000};
    for (uint64_t b = 0; b < entry.launches[i].grid.volume(); ++b) log.blocks.push_back(b);
    auto again = sim_corpus::buffers(entry, memory);
    const auto logged = sim::log_accesses(*module, again, entry.launches, options, log);
    REQUIRE(logged);
    CHECK(logged->completed);
    CHECK_FALSE(logged->cut);
    std::map<int, data::Counters> lines;
    for (const LoggedAccess& access : logged->accesses) {
      add(access, lines[access.line]);
      if (access.space == TraceSpace::shared) ++compared[access.bytes];
    }
    CHECK(text_of(lines) == text_of(report->launches[i].lines));
  }
}

}  // namespace

TEST_CASE("sectors and passes of the pictures are those that the simulator counts") {
  const auto entries = sim_corpus::load();
  REQUIRE(entries);
  for (const sim_corpus::Entry& entry : *entries) {
    CAPTURE(entry.name);
    // What must not be accessed is counted in some ways and never told to observers.
    if (!entry.findings.empty()) continue;
    for (const std::string& target : entry.targets) {
      CAPTURE(target);
      compare(entry, target);
    }
  }
  for (const size_t bytes : {4u, 8u, 16u}) CHECK(compared[bytes] > 10);
}

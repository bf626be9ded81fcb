// The fast engine against the plain one, on every kernel of the corpus: outputs, who wrote them,
// counters a line, printf and findings must be equal, for any number of host threads.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <string>

#include "ptx/parser.hpp"
#include "sim/simulate.hpp"
#include "sim_corpus/corpus.hpp"
#include "specification/specification.hpp"

using namespace warplab;

namespace {

// Findings that both engines report; races and uninitialised values are the fast one's alone.
bool is_common(sim::FindingKind kind) {
  using enum sim::FindingKind;
  return kind == out_of_bounds || kind == misaligned || kind == null_pointer ||
         kind == read_only_write || kind == device_assert || kind == trap ||
         kind == undefined_behavior || kind == step_limit || kind == deadlock ||
         kind == stack_overflow || kind == output_limit;
}

std::string text_of(const std::vector<sim::Finding>& findings) {
  std::string text;
  for (const sim::Finding& f : findings)
    if (is_common(f.kind))
      text += fmt::format("{} line {} x{} at {},{},{}/{},{},{}\n", sim::name_of(f.kind), f.line,
                          f.count, f.place.block.x, f.place.block.y, f.place.block.z,
                          f.place.thread.x, f.place.thread.y, f.place.thread.z);
  return text;
}

std::string text_of(const sim::LineCounters& lines) {
  std::string text;
  for (const auto& [line, counters] : lines)
    for (size_t k = 0; k < sim::kCounterCount; ++k)
      if (counters.values[k])
        text += fmt::format("line {}: {} = {}\n", line, sim::name_of(static_cast<sim::Counter>(k)),
                            counters.values[k]);
  return text;
}

std::string text_of(const sim::TrafficByBuffer& traffic) {
  std::string text;
  const auto add = [&](const std::string& name, const sim::BufferTraffic& its) {
    for (const auto& [line, counters] : its.lines)
      for (size_t k = 0; k < sim::kBufferCounterCount; ++k)
        text += fmt::format("line {}: {}.{} = {}\n", line, name,
                            sim::name_of(static_cast<sim::BufferCounter>(k)), counters.values[k]);
  };
  for (size_t b = 0; b < traffic.buffers.size(); ++b)
    add(fmt::format("buffer {}", b), traffic.buffers[b]);
  add("variables", traffic.variables);
  add("heap", traffic.heap);
  return text;
}

// Lines of one text that the other has not, marked by whose they are.
std::string difference(const std::string& fast, const std::string& plain) {
  const auto split = [](const std::string& text) {
    std::set<std::string> lines;
    for (size_t at = 0; at < text.size();) {
      const size_t end = std::min(text.find('\n', at), text.size());
      lines.insert(text.substr(at, end - at));
      at = end + 1;
    }
    return lines;
  };
  const auto f = split(fast), p = split(plain);
  std::string text;
  for (const std::string& line : f)
    if (!p.contains(line)) text += "fast:  " + line + "\n";
  for (const std::string& line : p)
    if (!f.contains(line)) text += "plain: " + line + "\n";
  return text;
}

struct Ran {
  std::vector<std::vector<std::byte>> memory;
  Result<sim::Report, sim::Refusal> report;
};

template <class Engine>
Ran run(Engine engine, const sim_corpus::Entry& entry, const ptx::Module& module,
        unsigned threads) {
  Ran ran{{}, sim::Refusal{}};
  auto buffers = sim_corpus::buffers(entry, ran.memory);
  sim::Options options;
  options.threads = threads;
  options.student_file = entry.name + ".cu";
  if (entry.max_work_per_warp) options.max_work_per_warp = entry.max_work_per_warp;
  ran.report = engine(module, buffers, entry.launches, options);
  return ran;
}

// Who wrote each unit of a buffer last. The fast engine does not say which of several threads it
// was, nor who updated it with an atomic.
std::string difference_of_writers(const sim::Report& fast, const sim::Report& plain) {
  constexpr uint32_t kSeveral = ~0u - 1;  // this and ~0u, see Report::writers
  std::string text;
  for (size_t b = 0; b < plain.writers.size(); ++b) {
    const auto &of_fast = fast.writers[b], &of_plain = plain.writers[b];
    if (of_fast.size() != of_plain.size()) {
      text += fmt::format("buffer {}: {} and {} units\n", b, of_fast.size(), of_plain.size());
      continue;
    }
    for (size_t u = 0; u < of_fast.size(); ++u)
      if (of_fast[u] >= kSeveral ? of_plain[u] == 0 : of_fast[u] != of_plain[u])
        text += fmt::format("buffer {}, unit {}: {} and {}\n", b, u, of_fast[u], of_plain[u]);
  }
  return text;
}

void compare(const Ran& fast, const Ran& plain) {
  REQUIRE_MESSAGE(bool(fast.report) == bool(plain.report),
                  (fast.report ? "" : fast.report.error()));
  if (!fast.report || !plain.report) return;
  CHECK(fast.report->completed == plain.report->completed);
  CHECK(fast.report->output == plain.report->output);
  CHECK(difference(text_of(fast.report->findings), text_of(plain.report->findings)) == "");
  REQUIRE(fast.memory.size() == plain.memory.size());
  // A kernel that was stopped leaves what it had done by then, which is nobody's business.
  if (!plain.report->completed) return;
  for (size_t k = 0; k < fast.memory.size(); ++k) {
    const bool equal = fast.memory[k] == plain.memory[k];
    CHECK_MESSAGE(equal, "buffer " << k);
  }
  CHECK(fast.report->work == plain.report->work);
  CHECK(fast.report->writer_launch == plain.report->writer_launch);
  REQUIRE(fast.report->writers.size() == plain.report->writers.size());
  CHECK(difference_of_writers(*fast.report, *plain.report) == "");
  REQUIRE(fast.report->launches.size() == plain.report->launches.size());
  for (size_t k = 0; k < fast.report->launches.size(); ++k) {
    CHECK(difference(text_of(fast.report->launches[k].lines),
                     text_of(plain.report->launches[k].lines)) == "");
    CHECK(difference(text_of(sim::LineCounters{{0, fast.report->launches[k].total}}),
                     text_of(sim::LineCounters{{0, plain.report->launches[k].total}})) == "");
    CHECK(difference(text_of(fast.report->launches[k].traffic),
                     text_of(plain.report->launches[k].traffic)) == "");
  }
}

// These keep an address in a buffer, which is of one place alone.
const std::set<std::string> kAddressesKept = {"heap_of_each_launch", "only_own_arguments"};

// Wherever memory lies: what the corpus computes and counts does not depend on it.
void compare_elsewhere(const sim_corpus::Entry& entry, const ptx::Module& module,
                       const Ran& plain) {
  constexpr uint64_t kPlacement = 0x9e3779b97f4a7c15;
  Ran elsewhere = run(sim::simulate, entry, module, 1, kPlacement);
  if (!kAddressesKept.contains(entry.name)) {
    compare(elsewhere, plain);
    return;
  }
  CHECK(elsewhere.memory != plain.memory);
  elsewhere.memory = plain.memory;
  compare(elsewhere, plain);
}

void compare_engines(const std::string& name) {
  const auto entry = sim_corpus::load(name);
  REQUIRE_MESSAGE(entry, (entry ? "" : entry.error()));
  REQUIRE_FALSE(entry->targets.empty());
  for (const std::string& target : entry->targets) {
    const auto text = sim_corpus::ptx(*entry, target);
    REQUIRE(text);
    const auto module = ptx::parse(*text);
    REQUIRE_MESSAGE(module, (module ? "" : module.error()));
    const Ran plain = run(sim::simulate_plainly, *entry, *module, 1);
    for (unsigned threads : {1u, 3u}) {
      CAPTURE(target);
      CAPTURE(threads);
      compare(run(sim::simulate, *entry, *module, threads), plain);
    }
    compare_elsewhere(*entry, *module, plain);
  }
}

// One a kernel, from CMakeLists.txt.
#include "corpus_cases.inc"

}  // namespace

TEST_CASE("every kernel of the corpus has a case in which both engines run it") {
  const auto entries = sim_corpus::load();
  REQUIRE(entries);
  std::set<std::string> names;
  for (const sim_corpus::Entry& entry : *entries) names.insert(entry.name);
  CHECK(names.size() > 20);
  CHECK(names == std::set<std::string>(std::begin(kKernelsWithCase), std::end(kKernelsWithCase)));
}

#include "runs.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "ptx/parser.hpp"
#include "specification/specification.hpp"
#include "words/text.hpp"

namespace warplab {
namespace {

sim::Options options_of(const sim_corpus::Entry& entry) {
  sim::Options options;
  options.student_file = entry.name + ".cu";
  if (entry.max_work_per_warp) options.max_work_per_warp = entry.max_work_per_warp;
  return options;
}

}  // namespace

ptx::Module parsed(const sim_corpus::Entry& entry, const std::string& target) {
  const auto text = sim_corpus::ptx(entry, target);
  REQUIRE_MESSAGE(text, (text ? "" : text.error()));
  auto module = ptx::parse(*text);
  REQUIRE_MESSAGE(module, (module ? "" : module.error()));
  return std::move(*module);
}

Run run_simulator(const sim_corpus::Entry& entry, const ptx::Module& module, unsigned threads) {
  Run run;
  auto buffers = sim_corpus::buffers(entry, run.memory);
  sim::Options options = options_of(entry);
  options.threads = threads;
  auto report = sim::simulate(module, buffers, entry.launches, options);
  REQUIRE_MESSAGE(report, (report ? "" : words::text_of(report.why().says)));
  run.report = std::move(*report);
  return run;
}

Run run_specification(const sim_corpus::Entry& entry, const ptx::Module& module) {
  Run run;
  auto buffers = sim_corpus::buffers(entry, run.memory);
  run.report = specification::run(module, buffers, entry.launches, options_of(entry));
  return run;
}

bool is_common(sim::FindingKind kind) {
  using enum sim::FindingKind;
  return kind == out_of_bounds || kind == misaligned || kind == null_pointer ||
         kind == read_only_write || kind == device_assert || kind == trap ||
         kind == undefined_behavior || kind == step_limit || kind == deadlock ||
         kind == stack_overflow || kind == output_limit;
}

std::set<std::pair<sim::FindingKind, int>> common_findings(const sim::Report& report) {
  std::set<std::pair<sim::FindingKind, int>> found;
  for (const sim::Finding& f : report.findings) {
    const bool ended = f.kind == sim::FindingKind::step_limit;
    if (is_common(f.kind)) found.insert({f.kind, ended ? 0 : f.line});
  }
  return found;
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
        if (counters.values[k])
          text += fmt::format("line {}: {}.{} = {}\n", line, name,
                              sim::name_of(static_cast<sim::BufferCounter>(k)), counters.values[k]);
  };
  for (size_t b = 0; b < traffic.buffers.size(); ++b)
    add(fmt::format("buffer {}", b), traffic.buffers[b]);
  add("variables", traffic.variables);
  add("heap", traffic.heap);
  return text;
}

}  // namespace warplab

#include "golden.hpp"

#include <fmt/format.h>

#include <doctest/doctest.h>

namespace warplab {
namespace {

// FNV-1a
uint64_t hash_of(const void* bytes, size_t count) {
  uint64_t hash = 0xcbf29ce484222325;
  for (size_t k = 0; k < count; ++k)
    hash = (hash ^ static_cast<const unsigned char*>(bytes)[k]) * 0x100000001b3;
  return hash;
}
uint64_t hash_of(const std::string& text) { return hash_of(text.data(), text.size()); }

}  // namespace

std::string golden_text(const Run& run) {
  const sim::Report& report = run.report;
  std::string text = report.completed ? "  completed" : "  stopped";
  // What a kernel that is stopped leaves is nobody's business.
  for (size_t k = 0; report.completed && k < run.memory.size(); ++k)
    text += fmt::format(" {:016x}", hash_of(run.memory[k].data(), run.memory[k].size()));
  if (!report.output.empty()) text += fmt::format(" prints {:016x}", hash_of(report.output));
  text += "\n";
  for (const auto& [kind, line] : common_findings(report))
    text += fmt::format("  {} {}\n", sim::name_of(kind), line);
  for (size_t k = 0; report.completed && k < report.launches.size(); ++k) {
    const sim::LaunchReport& launch = report.launches[k];
    text += fmt::format("  lines {:016x} buffers {:016x}", hash_of(text_of(launch.lines)),
                        hash_of(text_of(launch.traffic)));
    for (size_t c = 0; c < sim::kCounterCount; ++c)
      if (launch.total.values[c] != 0)
        text += fmt::format(" {}={}", sim::name_of(static_cast<sim::Counter>(c)),
                            launch.total.values[c]);
    text += "\n";
  }
  return text;
}

std::string golden_file() {
  std::string file;
  const auto entries = sim_corpus::load();
  REQUIRE(entries);
  for (const sim_corpus::Entry& entry : *entries) {
    std::vector<std::pair<std::string, std::string>> blocks;  // targets, text
    for (const std::string& target : entry.targets) {
      const std::string text = golden_text(run_simulator(entry, parsed(entry, target)));
      if (!blocks.empty() && blocks.back().second == text) blocks.back().first += " " + target;
      else blocks.emplace_back(target, text);
    }
    for (const auto& [targets, text] : blocks)
      file += fmt::format("{} {}\n{}", entry.name, targets, text);
  }
  return file;
}

}  // namespace warplab

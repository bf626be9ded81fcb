#pragma once
// A kernel of the corpus, run by the simulator and by its specification, and what is compared.
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "corpus/corpus.hpp"
#include "sim/simulate.hpp"

namespace warplab {

struct Run {
  std::vector<std::vector<std::byte>> memory;  // parallel to the entry's buffers
  sim::Report report;
};
// A refusal fails the test.
Run run_simulator(const sim_corpus::Entry& entry, const ptx::Module& module, unsigned threads = 1);
Run run_specification(const sim_corpus::Entry& entry, const ptx::Module& module);
ptx::Module parsed(const sim_corpus::Entry& entry, const std::string& target);

// What the specification finds, too, as far as kinds and lines go. A loop that is ended may be
// ended at any of its lines: units of work are not the specification's.
std::set<std::pair<sim::FindingKind, int>> common_findings(const sim::Report& report);
bool is_common(sim::FindingKind kind);

// One line for each counter that is not 0, of lines and of buffers.
std::string text_of(const sim::LineCounters& lines);
std::string text_of(const sim::TrafficByBuffer& traffic);

}  // namespace warplab

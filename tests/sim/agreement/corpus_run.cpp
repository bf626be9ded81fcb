#include "corpus_run.hpp"

#include "runs.hpp"

namespace warplab {

size_t CorpusRun::index_of(const std::string& buffer) const {
  for (size_t k = 0; k < entry.buffers.size(); ++k)
    if (entry.buffers[k].name == buffer) return k;
  FAIL("no buffer called ", buffer);
  return 0;
}

std::vector<CorpusRun> run_corpus(const std::string& name) {
  std::vector<CorpusRun> runs;
  const auto entry = sim_corpus::load(name);
  REQUIRE_MESSAGE(entry, name, ": ", (entry ? "" : entry.error()));
  for (const std::string& target : entry->targets) {
    Run run = run_simulator(*entry, parsed(*entry, target));
    std::erase_if(run.report.findings, [](const sim::Finding& f) {
      return !is_common(f.kind) && f.kind != sim::FindingKind::barrier_divergence;
    });
    runs.push_back({*entry, target, std::move(run.memory), std::move(run.report)});
  }
  REQUIRE_FALSE(runs.empty());
  return runs;
}

}  // namespace warplab

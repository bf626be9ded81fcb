#include "corpus_run.hpp"

#include "ptx/parser.hpp"
#include "specification/specification.hpp"

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
    const auto text = sim_corpus::ptx(*entry, target);
    REQUIRE_MESSAGE(text, (text ? "" : text.error()));
    const auto module = ptx::parse(*text);
    REQUIRE_MESSAGE(module, name, ".", target, ": ", (module ? "" : module.error()));
    CorpusRun run{*entry, target, {}, {}};
    std::vector<sim::Buffer> buffers = sim_corpus::buffers(*entry, run.after);
    sim::Options options;
    options.student_file = name + ".cu";
    if (entry->max_work_per_warp != 0) options.max_work_per_warp = entry->max_work_per_warp;
    auto report = sim::simulate_plainly(*module, buffers, entry->launches, options);
    REQUIRE_MESSAGE(report, name, ".", target, ": ", (report ? "" : report.error()));
    run.report = std::move(*report);
    runs.push_back(std::move(run));
  }
  REQUIRE_FALSE(runs.empty());
  return runs;
}

}  // namespace warplab

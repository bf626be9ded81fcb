// The experiments that Warp Lab ships, as files. That what they say is so is proved by `grader
// check`, which a test of the command line runs.
#include <algorithm>

#include "sample_experiment.hpp"

using namespace warplab;
using namespace warplab::experiment;
namespace fs = std::filesystem;

namespace {

std::vector<Experiment> shipped() {
  const auto entries = load_all(fs::path(WARPLAB_SOURCE_DIR) / "exercises");
  REQUIRE_MESSAGE(entries, entries.error());
  std::vector<Experiment> all;
  for (const Entry& entry : *entries) {
    REQUIRE_MESSAGE(entry.experiment, (entry.experiment ? "" : entry.experiment.error()));
    all.push_back(*entry.experiment);
  }
  return all;
}

}  // namespace

TEST_CASE("the shipped experiments load and come in the order of the course") {
  std::vector<std::string> slugs;
  for (const Experiment& experiment : shipped()) slugs.push_back(experiment.slug);
  CHECK(slugs == std::vector<std::string>{"timing-trap", "stride", "bandwidth-ladder",
                                          "block-shape", "ising-block-shape", "allocation-cache",
                                          "occupancy", "scan-padding", "tile-occupancy"});
}

TEST_CASE("every shipped experiment asks before it shows, and claims what it counts or models") {
  for (const Experiment& experiment : shipped()) {
    CAPTURE(experiment.slug);
    CHECK(!experiment.predictions.empty());
    if (experiment.has_launches()) CHECK(experiment.claims.size() >= 4);
    else CHECK(!experiment.time_lines.empty());
  }
}

TEST_CASE("every shipped time line was recorded on a GPU, which it names with a date") {
  for (const Experiment& experiment : shipped()) {
    if (experiment.time_lines.empty()) continue;
    CAPTURE(experiment.slug);
    CHECK(!experiment.recorder.empty());
    for (const Recording& recording : experiment.recordings) {
      CAPTURE(recording.file);
      CHECK(recording.gpu.find("NVIDIA") != std::string::npos);
      CHECK(recording.date.size() == 10);
      CHECK(!recording.driver.empty());
      for (const ShownTimeLine& shown : experiment.time_lines) {
        const TimeLine* const run = recording.run_named(shown.name);
        REQUIRE_MESSAGE(run, shown.name);
        CHECK(!run->spans.empty());
        CHECK(run->end_us() > 0);
      }
    }
  }
}

TEST_CASE("in every recording a kernel begins after its launch was asked for") {
  for (const Experiment& experiment : shipped())
    for (const Recording& recording : experiment.recordings)
      for (const TimeLine& run : recording.runs) {
        CAPTURE(recording.file);
        CAPTURE(run.name);
        std::vector<double> launches, kernels;
        for (const Span& span : run.spans) {
          if (span.kind == SpanKind::launch) launches.push_back(span.begin_us);
          if (span.kind == SpanKind::kernel) kernels.push_back(span.begin_us);
        }
        REQUIRE(launches.size() == kernels.size());
        for (size_t i = 0; i < launches.size(); ++i) CHECK(kernels[i] >= launches[i]);
      }
}

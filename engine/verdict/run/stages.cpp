#include "verdict/run/stages.hpp"

#include <algorithm>
#include <utility>

#include "verdict/run/answers.hpp"

namespace warplab::verdict {
namespace {

using exercise::Buffer;
using exercise::LaunchSpec;

bool is_given(const LaunchSpec& launch, const Buffer& buffer) {
  return std::ranges::find(launch.arguments, buffer.name, &exercise::ArgumentSpec::buffer) !=
         launch.arguments.end();
}

// The outputs that the launch is the first to be given; empty unless a later one uses some of them.
std::vector<size_t> handed_on(const exercise::Exercise& exercise, size_t spec) {
  std::vector<size_t> outputs;
  bool is_used = false;
  for (size_t b = 0; b < exercise.buffers.size(); ++b) {
    const Buffer& buffer = exercise.buffers[b];
    if (buffer.role != Buffer::Role::output || !is_given(exercise.launches[spec], buffer)) continue;
    for (size_t k = 0; k < exercise.launches.size(); ++k) {
      if (k < spec && is_given(exercise.launches[k], buffer)) return {};
      is_used |= k > spec && is_given(exercise.launches[k], buffer);
    }
    outputs.push_back(b);
  }
  return is_used ? outputs : std::vector<size_t>();
}

worker::Outcome<bool> nobody_wrote(const PreparedRun& run, const std::vector<size_t>& buffers,
                                   worker::Worker& worker) {
  for (const size_t b : buffers) {
    const worker::Outcome<std::vector<uint8_t>> written =
        worker.written(static_cast<int>(b), elements_of(run.setup.buffers[b]));
    if (!written) return {std::nullopt, written.failure};
    if (written.value->empty() ||
        std::ranges::any_of(*written.value, [](uint8_t b8) { return b8; }))
      return {false, {}};
  }
  return {true, {}};
}

// Launches of one spec go, and their counters.
void leave_out(size_t spec, PreparedRun& run, Reference::Expected& expected) {
  for (size_t k = run.setup.launches.size(); k-- > 0;) {
    if (run.setup.launch_specs[k] != spec) continue;
    const auto at = static_cast<std::ptrdiff_t>(k);
    if (expected.launches.size() == run.setup.launches.size())
      expected.launches.erase(expected.launches.begin() + at);
    run.setup.launches.erase(run.setup.launches.begin() + at);
    run.setup.launch_specs.erase(run.setup.launch_specs.begin() + at);
  }
  run.left_out.push_back(spec);
}

}  // namespace

worker::Outcome<bool> leave_out_unwritten(PreparedRun& run, Reference::Expected& expected,
                                          const std::string& where, worker::Worker& worker,
                                          Evidence& evidence) {
  const exercise::Exercise& exercise = *run.exercise;
  std::vector<std::pair<size_t, std::vector<size_t>>> unwritten;
  for (size_t spec = 0; spec + 1 < exercise.launches.size(); ++spec) {
    if (exercise.launches[spec].repeat_group >= 0 || exercise.launches[spec].given) continue;
    std::vector<size_t> outputs = handed_on(exercise, spec);
    if (outputs.empty()) continue;
    const worker::Outcome<bool> is_unwritten = nobody_wrote(run, outputs, worker);
    if (!is_unwritten) return is_unwritten;
    if (*is_unwritten.value) unwritten.emplace_back(spec, std::move(outputs));
  }
  if (unwritten.empty()) return {false, {}};
  // All that is wrong now; of what comes behind these launches the next run tells.
  Evidence now;
  const worker::Outcome<bool> compared =
      compare_answers(run, *expected.answers, where, worker, now);
  if (!compared) return compared;
  for (auto& [spec, outputs] : unwritten) {
    for (const size_t b : outputs) {
      const std::string& name = run.setup.buffers[b].name;
      const bool is_first = now.mismatch && now.mismatch->buffer == name;
      const auto further = now.further_mismatches.find(name);
      if (!is_first && further == now.further_mismatches.end()) continue;
      add_mismatch(evidence, is_first ? *now.mismatch : further->second);
      run.from_reference.push_back(b);
      run.setup.buffers[b].initialized = true;
      run.setup.buffers[b].must_be_written = false;
    }
    leave_out(spec, run, expected);
  }
  run.reference = expected.answers;
  return {!run.setup.launches.empty(), {}};
}

}  // namespace warplab::verdict

#include "verdict/graded_run.hpp"

#include <algorithm>
#include <utility>

namespace warplab::verdict {

VariantCounters counters_of(const exercise::Exercise& exercise, const PlannedRun& run,
                            const exercise::Case& c, sim::Report& report,
                            const Reference::Expected& expected, bool correct) {
  VariantCounters counted;
  counted.variant = run.variant->name;
  counted.where = c.label;
  counted.completed = true;
  counted.correct = correct;
  for (const sim::LaunchReport& launch : report.launches) {
    counted.total += launch.total;
    for (const auto& [line, counters] : launch.lines) counted.lines[line] += counters;
  }
  counted.launches = std::move(report.launches);
  for (const exercise::Buffer* buffer : c.specs) counted.buffer_names.push_back(buffer->name);
  counted.reference = expected.launches;
  counted.values = exercise::metric_values(c);
  for (const size_t spec : c.launch_specs) {
    const exercise::LaunchSpec& launch = exercise.launches.at(spec);
    counted.launch_of.push_back({launch.name, launch.kernel, spec, launch.given});
  }
  return counted;
}

std::vector<Picture> pictures_of(const exercise::Exercise& exercise, const exercise::Case& c,
                                 const RunMemory& inputs, const RunMemory& outputs,
                                 const RunMemory& expected) {
  const auto copy = [](const worker::SharedMemory& memory) {
    return std::vector<std::byte>(memory.bytes().begin(), memory.bytes().end());
  };
  std::vector<Picture> pictures;
  for (size_t i = 0; i < c.buffers.size(); ++i) {
    const bool is_viewed =
        std::any_of(exercise.views.begin(), exercise.views.end(),
                    [&](const exercise::View& view) { return view.buffer == c.buffers[i].name; });
    if (!is_viewed) continue;
    // What is only read has nothing that it should have become.
    const bool pure_input = inputs[i].descriptor() >= 0;
    pictures.push_back({c.buffers[i].name, c.buffers[i].element, c.buffers[i].shape,
                        copy(pure_input ? inputs[i] : outputs[i]),
                        pure_input ? std::vector<std::byte>() : copy(expected[i])});
  }
  return pictures;
}

}  // namespace warplab::verdict

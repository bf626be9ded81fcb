#include "verdict/run/graded_run.hpp"

#include <algorithm>
#include <utility>

namespace warplab::verdict {
namespace {

constexpr uint64_t kWarp = 32;
// To map less than this costs more than to copy it.
constexpr size_t kWorthSharing = 64 * 1024;

PictureBytes copy(const worker::SharedMemory& memory) {
  return std::vector<std::byte>(memory.bytes().begin(), memory.bytes().end());
}

// Of what stays as it is.
PictureBytes shared(const worker::SharedMemory& memory) {
  if (memory.bytes().size() < kWorthSharing) return copy(memory);
  std::optional<worker::SharedMemory> again = memory.again();
  if (!again) return copy(memory);
  const auto kept = std::make_shared<const worker::SharedMemory>(std::move(*again));
  return {kept, kept->bytes()};
}

}  // namespace

VariantCounters counters_of(const PreparedRun& run, sim::Report& report,
                            const Reference::Expected& expected, bool correct) {
  const exercise::Case& c = run.setup;
  VariantCounters counted;
  counted.variant = run.plan.variant->name;
  counted.where = c.label;
  counted.completed = true;
  counted.correct = correct;
  counted.ragged = run.plan.ragged;
  counted.left_out = run.left_out;
  counted.order_line = report.order_line;
  for (const exercise::Buffer* buffer : c.specs) counted.buffer_names.push_back(buffer->name);
  counted.reference_title = run.exercise->reference_title;
  counted.values = exercise::metric_values(c);
  for (size_t i = 0; i < c.launch_specs.size(); ++i) {
    const size_t spec = c.launch_specs[i];
    const exercise::LaunchSpec& launch = run.exercise->launches.at(spec);
    const uint64_t threads = c.launches.at(i).block.volume();
    CountedLaunch& made = counted.launches.emplace_back(
        CountedLaunch{std::move(report.launches.at(i)),
                      launch.name,
                      launch.kernel,
                      spec,
                      launch.given,
                      static_cast<uint32_t>(std::min<uint64_t>(threads, kWarp)),
                      {}});
    if (i < expected.launches.size()) made.reference = expected.launches[i];
    counted.total += made.total;
    for (const auto& [line, counters] : made.lines) counted.lines[line] += counters;
  }
  return counted;
}

Picture picture_of(const PreparedRun& run, size_t index, const RunMemory& expected) {
  const data::Buffer& buffer = run.setup.buffers[index];
  // What is only read has nothing that it should have become.
  const bool pure_input = run.setup.specs[index]->role == exercise::Buffer::Role::input;
  // Nor has what a [[verify]] decides about: another answer may be right, too.
  const bool is_compared = !pure_input && !run.setup.specs[index]->verified;
  return {buffer.name,
          buffer.element,
          buffer.shape,
          pure_input ? shared((*run.inputs)[index]) : copy(run.outputs[index]),
          is_compared ? shared(expected[index]) : PictureBytes(),
          {},
          run.setup.tolerances[index]};
}

std::vector<Picture> pictures_of(const PreparedRun& run, const RunMemory& expected,
                                 worker::Worker& worker) {
  std::vector<Picture> pictures;
  for (size_t i = 0; i < run.setup.buffers.size(); ++i) {
    const auto shows = [&](const exercise::View& view) {
      return view.buffer == run.setup.buffers[i].name;
    };
    if (!std::ranges::any_of(run.exercise->views, shows)) continue;
    pictures.push_back(picture_of(run, i, expected));
    // Elsewhere what no thread has written is what the exercise's author put there.
    if (!run.setup.specs[i]->fill.is(exercise::kPoisonFill)) continue;
    const data::Buffer& buffer = run.setup.buffers[i];
    const uint64_t elements = run.outputs[i].bytes().size() / data::bytes_of(buffer.element);
    worker::Outcome<std::vector<uint8_t>> written = worker.written(static_cast<int>(i), elements);
    if (written) pictures.back().written = std::move(*written.value);
  }
  return pictures;
}

}  // namespace warplab::verdict

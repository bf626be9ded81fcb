#include "verdict/gpu/timed_job.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <span>

#include "exercise/fill_kinds.hpp"
#include "verdict/judge/metric_gate.hpp"

namespace warplab::verdict {
namespace {

using exercise::FillKind;
using Role = exercise::Buffer::Role;

// As many sets of buffers as it takes that no run finds the addresses of the one before; batches of
// very short kernels take as many runs.
constexpr unsigned kSets = 8;
// Fills of a timed run: never one of a buffer's special first inputs.
constexpr uint64_t kSeedIndex = UINT64_MAX;

std::set<size_t> buffers_of(std::span<const sim::Launch> launches) {
  std::set<size_t> used;
  for (const sim::Launch& launch : launches)
    for (const sim::Argument& argument : launch.arguments)
      if (argument.buffer >= 0) used.insert(static_cast<size_t>(argument.buffer));
  return used;
}

std::set<size_t> buffers_of(const exercise::Case& setup, size_t begin, size_t end) {
  return buffers_of(std::span(setup.launches).subspan(begin, end - begin));
}

bool writes_what_others_use(const exercise::Case& setup, const std::set<size_t>& own, size_t begin,
                            size_t end) {
  std::set<size_t> others = buffers_of(setup, 0, begin);
  others.merge(buffers_of(setup, end, setup.launches.size()));
  return std::any_of(own.begin(), own.end(), [&](size_t buffer) {
    return setup.specs[buffer]->role != Role::input && others.contains(buffer);
  });
}

// New content for every seed where that is possible. Where it is not, what an author's constant is
// for stays as it is, and so do patches on what is random.
cuda::Content content_of(const exercise::Buffer& spec) {
  const bool has_patches = !spec.fill.patches.empty();
  switch (spec.fill.kind->on_gpu) {
    case FillKind::OnGpu::poison: return cuda::Content::poison;
    case FillKind::OnGpu::as_it_is:
      return has_patches && spec.role == Role::input ? cuda::Content::turned : cuda::Content::base;
    case FillKind::OnGpu::multiples:
      return has_patches ? cuda::Content::turned : cuda::Content::random_multiples;
    case FillKind::OnGpu::uniform:
      return has_patches ? cuda::Content::turned : cuda::Content::uniform;
    case FillKind::OnGpu::turned: break;
  }
  return cuda::Content::turned;
}

template <class T>
sim::Argument argument_of(T value) {
  const auto* const bytes = reinterpret_cast<const std::byte*>(&value);
  return {-1, std::vector<std::byte>(bytes, bytes + sizeof value)};
}

// The stream with the shape of this launch. Names and arguments are those in cuda/own_kernels.cu.
std::optional<sim::Launch> stream_of(const sim::Launch& launch, const exercise::Case& setup,
                                     const TimedRun& run) {
  std::vector<const exercise::Buffer*> given;
  sim::Launch stream{"", launch.grid, launch.block, 0, {}, false};
  sim::Argument out;
  for (const size_t k : buffers_of({&launch, 1})) {
    given.push_back(setup.specs[run.buffers[k]]);
    const sim::Argument buffer{static_cast<int>(k), {}};
    if (given.back()->role == Role::input) stream.arguments.push_back(buffer);
    else out = buffer;
  }
  if (!exercise::has_stream(given)) return std::nullopt;
  const auto elements = [&](const sim::Argument& buffer) {
    return elements_of(run.job.buffers[static_cast<size_t>(buffer.buffer)].description);
  };
  const uint64_t read = elements(stream.arguments.front()), written = elements(out);
  const uint64_t width = uint64_t{launch.grid.x} * launch.block.x;
  const uint64_t threads = launch.grid.volume() * launch.block.volume();
  const bool is_flat = launch.grid.z == 1 && launch.block.z == 1;
  const bool one = read == written && threads >= read && threads <= UINT32_MAX && is_flat;
  stream.kernel = fmt::format("warplab_{}_{}_{}", stream.arguments.size() == 2 ? "sum" : "stream",
                              one ? "one" : "many", data::bytes_of(given.front()->element));
  stream.arguments.push_back(out);
  if (one) {
    stream.arguments.push_back(argument_of(static_cast<uint32_t>(read)));
    stream.arguments.push_back(argument_of(static_cast<uint32_t>(width)));
  } else {
    for (const uint64_t value : {read, written, width})
      stream.arguments.push_back(argument_of(value));
  }
  return stream;
}

}  // namespace

Result<TimedRun> timed_run(const exercise::Exercise& exercise, const exercise::Case& setup,
                           int launch) {
  size_t begin = 0, end = setup.launches.size();
  if (launch >= 0) {
    const auto is_it = [&](size_t spec) { return spec == static_cast<size_t>(launch); };
    const auto first = std::find_if(setup.launch_specs.begin(), setup.launch_specs.end(), is_it);
    const auto last = std::find_if(setup.launch_specs.rbegin(), setup.launch_specs.rend(), is_it);
    if (first == setup.launch_specs.end()) return Error{"At this size it is not launched at all."};
    begin = static_cast<size_t>(first - setup.launch_specs.begin());
    end = static_cast<size_t>(last.base() - setup.launch_specs.begin());
  }
  const std::set<size_t> timed = buffers_of(setup, begin, end);
  const bool alone = !writes_what_others_use(setup, timed, begin, end);
  const std::set<size_t> used = alone ? timed : buffers_of(setup, 0, setup.launches.size());

  TimedRun run;
  std::vector<int> place(setup.buffers.size(), -1);
  for (const size_t i : used) {
    place[i] = static_cast<int>(run.buffers.size());
    run.buffers.push_back(i);
  }
  run.initial.resize(run.buffers.size());
  run.job.buffers.resize(run.buffers.size());
  for (size_t k = 0; k < run.buffers.size(); ++k) {
    const size_t i = run.buffers[k];
    const exercise::Buffer& spec = *setup.specs[i];
    worker::TimedBuffer& buffer = run.job.buffers[k];
    const uint64_t bytes = bytes_of(setup.buffers[i]);
    buffer.description = setup.buffers[i];
    buffer.content = content_of(spec);
    buffer.low = spec.fill.low;
    buffer.high = spec.fill.high;
    buffer.step = spec.fill.step;
    buffer.digested = is_answer(spec);
    if (timed.contains(i) && spec.role != Role::scratch)
      run.bytes += spec.role == Role::inout ? 2 * bytes : bytes;
    if (buffer.content != cuda::Content::base && buffer.content != cuda::Content::turned) continue;
    Result<worker::SharedMemory> memory = filled_memory(exercise, setup, i, kSeedIndex);
    if (!memory) return Error{memory.error()};
    run.initial[k] = std::move(*memory);
  }
  for (size_t k = 0; k < run.buffers.size(); ++k)
    if (run.initial[k].descriptor() >= 0) run.job.buffers[k].initial = &run.initial[k];
  const size_t first_launch = alone ? begin : 0, last_launch = alone ? end : setup.launches.size();
  for (size_t i = first_launch; i < last_launch; ++i) {
    run.job.launches.push_back(setup.launches[i]);
    for (sim::Argument& argument : run.job.launches.back().arguments)
      if (argument.buffer >= 0) argument.buffer = place[static_cast<size_t>(argument.buffer)];
  }
  run.job.timed_begin = begin - first_launch;
  run.job.timed_end = end - first_launch;
  // float4 are read and written by the copy.
  run.job.copy_bytes = std::max<uint64_t>(run.bytes / 32 * 32, 32);
  run.job.sets = kSets;
  return run;
}

Result<worker::TimedJob> stream_job(const exercise::Case& setup, const TimedRun& run) {
  worker::TimedJob job = run.job;
  job.launches.clear();
  for (size_t i = run.job.timed_begin; i < run.job.timed_end; ++i) {
    const std::optional<sim::Launch> stream = stream_of(run.job.launches[i], setup, run);
    if (!stream) return Error{"There is no stream for its buffers."};
    job.launches.push_back(*stream);
  }
  job.timed_begin = 0;
  job.timed_end = job.launches.size();
  return job;
}

std::optional<worker::TimedJob> library_job(const exercise::Exercise& exercise, const TimedRun& run,
                                            int launch) {
  if (launch < 0 && exercise.launches.size() > 1) return std::nullopt;  // all of them together
  const std::string& routine =
      exercise.launches.at(static_cast<size_t>(std::max(launch, 0))).library;
  // What other launches write first is no library's work.
  const bool is_alone = run.job.timed_begin == 0 && run.job.timed_end == run.job.launches.size();
  if (routine.empty() || !is_alone) return std::nullopt;
  worker::TimedJob job = run.job;
  for (sim::Launch& one : job.launches) one.kernel = routine;
  return job;
}

std::vector<TimedLaunch> launches_to_time(const exercise::Exercise& exercise) {
  std::vector<TimedLaunch> launches;
  for (const exercise::Variant& variant : exercise.variants)
    for (const exercise::Gate& gate : exercise.gates) {
      if (!gate.is_timed() || !gate.is_of(variant.name)) continue;
      const bool with_reference = gate.metric == exercise::kReferenceFractionMetric;
      const bool with_yardstick = gate.metric == exercise::kYardstickFractionMetric;
      const auto known =
          std::find_if(launches.begin(), launches.end(), [&](const TimedLaunch& one) {
            return &one.variant == &variant && one.launch == gate.launch;
          });
      if (known == launches.end()) {
        launches.push_back(
            {variant, gate.launch, launch_name(exercise, gate), with_reference, with_yardstick});
        continue;
      }
      known->with_reference |= with_reference;
      known->with_yardstick |= with_yardstick;
    }
  return launches;
}

}  // namespace warplab::verdict

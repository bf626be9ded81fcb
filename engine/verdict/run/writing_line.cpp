#include "verdict/run/writing_line.hpp"

#include <algorithm>
#include <chrono>
#include <span>

#include "data/element_place.hpp"
#include "data/shape.hpp"
#include "verdict/plan/prepared_run.hpp"

namespace warplab::verdict {
namespace {

// Watching takes a few times as long as the run did. What it adds is a line number, which nobody
// should wait for: it is left out after so much work (sim/work.hpp). It is counted, so that the
// line is there on every machine or on none; the clock is for one that has stopped working.
constexpr uint64_t kMostWatchedWork = 20'000'000;
constexpr std::chrono::seconds kLongestWatched{120};

std::optional<sim::WatchedElement> element_of(const exercise::Case& c, const Mismatch& mismatch) {
  for (size_t i = 0; i < c.buffers.size(); ++i) {
    const data::Buffer& buffer = c.buffers[i];
    if (buffer.name != mismatch.buffer) continue;
    if (const auto number = data::number_of(mismatch.index, buffer.shape))
      return sim::WatchedElement{static_cast<int>(i), *number};
  }
  return std::nullopt;
}

// Of one block; a kernel that makes more accesses before its store is not told.
constexpr uint32_t kMostLogged = 20'000;

std::string value_in(const PreparedRun& run, const data::Buffer& buffer, uint64_t index) {
  constexpr int kDigits = 7;  // about as many as a float has
  for (size_t i = 0; i < run.setup.buffers.size(); ++i) {
    if (run.setup.buffers[i].name != buffer.name ||
        run.setup.specs[i]->role != exercise::Buffer::Role::input)
      continue;
    const std::span<std::byte> bytes = (*run.inputs)[i].bytes();
    const uint64_t size = data::bytes_of(buffer.element);
    if (index < bytes.size() / size)
      return data::value_text(buffer.element, bytes.data() + index * size, kDigits);
  }
  return {};
}

// What the thread that made the write `watched` had read before; empty: that is not known.
std::string inputs_of(PreparedRun& run, sim::Options options, const sim::WatchedWrite& watched,
                      worker::Worker& worker, const std::atomic<bool>* cancel) {
  const auto number = [](const Dim3& at, const Dim3& extent) {
    return at.x + uint64_t{extent.x} * (at.y + uint64_t{extent.y} * at.z);
  };
  const sim::WatchedElement element = *options.watch;
  options.watch.reset();
  const auto buffer = static_cast<size_t>(element.buffer);
  const data::Launch& launch = run.setup.launches.at(static_cast<size_t>(watched.launch));
  const uint64_t block = number(watched.place.block, launch.grid);
  const uint64_t thread = number(watched.place.thread, launch.block);
  sim::LogOptions log;
  log.launch = watched.launch;
  log.blocks = {block};
  log.most_accesses = kMostLogged;
  if (!run.refill()) return {};
  const worker::Outcome<data::AccessLog> logged =
      worker.log_accesses(run.job(options, kLongestWatched), log, cancel);
  if (!logged) return {};
  const data::AccessLog& made = *logged.value;
  const auto lane = static_cast<unsigned>(thread % 32);
  for (size_t i = made.accesses.size(); i-- > 0;) {
    const data::LoggedAccess& one = made.accesses[i];
    if (one.block != block || one.warp != thread / 32 || one.kind == data::TraceKind::load ||
        one.space != data::TraceSpace::global || (one.mask >> lane & 1) == 0)
      continue;
    const auto first = data::element_at(one.addresses[lane], made, run.setup.buffers);
    const uint64_t elements =
        std::max<uint64_t>(one.bytes / data::bytes_of(run.setup.buffers[buffer].element), 1);
    if (!first || first->buffer != buffer || element.index < first->index ||
        element.index >= first->index + elements)
      continue;
    return data::reads_before(
        made, run.setup.buffers, i, lane,
        [&](const data::Buffer& of, uint64_t index) { return value_in(run, of, index); });
  }
  return {};
}

}  // namespace

void add_writing_line(const WrongRun& wrong, worker::Worker& worker,
                      const std::atomic<bool>* cancel, Mismatch& mismatch) {
  Result<PreparedRun, NotPrepared> again = prepare_run(wrong.exercise, wrong.run, wrong.block);
  if (!again) return;
  sim::Options options;
  options.student_file = wrong.exercise.student_file;
  options.max_work = kMostWatchedWork;
  options.exact_tracking = false;  // the run has been looked at
  options.watch = element_of(again->setup, mismatch);
  if (!options.watch) return;
  const worker::Outcome<sim::Report> ran =
      simulate(*again, options, kLongestWatched, worker, {}, cancel);
  if (!ran || !ran.value->completed) return;
  const std::optional<sim::WatchedWrite>& watched = ran.value->watched;
  if (mismatch.writers == Mismatch::Writers::earlier) {
    mismatch.writers = watched ? Mismatch::Writers::one : Mismatch::Writers::none;
    if (watched) mismatch.writer = watched->place;
  }
  if (!watched || watched->place != mismatch.writer) return;
  mismatch.line = watched->line;
  if (wrong.name_inputs) mismatch.inputs = inputs_of(*again, options, *watched, worker, cancel);
}

}  // namespace warplab::verdict

#include "verdict/writing_line.hpp"

#include <chrono>

#include "data/shape.hpp"
#include "verdict/prepared_run.hpp"

namespace warplab::verdict {
namespace {

// Watching takes a few times as long as the run did. What it adds is a line number, which nobody
// should wait for: it is left out after so much work (sim/work.hpp). It is counted, so that the
// line is there on every machine or on none; the clock is for one that has stopped working.
constexpr uint64_t kMostWork = 10'000'000;
constexpr std::chrono::seconds kLongest{120};

std::optional<sim::WatchedElement> element_of(const exercise::Case& c, const Mismatch& mismatch) {
  for (size_t i = 0; i < c.buffers.size(); ++i) {
    const data::Buffer& buffer = c.buffers[i];
    if (buffer.name != mismatch.buffer) continue;
    if (const auto number = data::number_of(mismatch.index, buffer.shape))
      return sim::WatchedElement{static_cast<int>(i), *number};
  }
  return std::nullopt;
}

}  // namespace

void add_writing_line(const exercise::Exercise& exercise, const PlannedRun& run,
                      std::optional<Dim3> block, worker::Worker& worker,
                      const std::atomic<bool>* cancel, Mismatch& mismatch) {
  Result<PreparedRun, NotPrepared> again = prepare_run(exercise, run, block);
  if (!again) return;
  sim::Options options;
  options.student_file = exercise.student_file;
  options.max_work = kMostWork;
  options.watch = element_of(again->setup, mismatch);
  if (!options.watch) return;
  const worker::Outcome<sim::Report> ran = simulate(*again, options, kLongest, worker, {}, cancel);
  if (!ran || !ran.value->completed) return;
  const std::optional<sim::WatchedWrite>& watched = ran.value->watched;
  if (mismatch.writers == Mismatch::Writers::earlier) {
    mismatch.writers = watched ? Mismatch::Writers::one : Mismatch::Writers::none;
    if (watched) mismatch.writer = watched->place;
  }
  if (watched && watched->place == mismatch.writer) mismatch.line = watched->line;
}

}  // namespace warplab::verdict

#include "verdict/gpu/deciding_content.hpp"

#include <algorithm>
#include <utility>

#include "data/element.hpp"
#include "model/data_dependence.hpp"

namespace warplab::verdict {
namespace {

// Of a larger buffer only the lines are made that were read: some blocks read little of it.
constexpr uint64_t kSmallBytes = uint64_t{1} << 20;

// A kernel that follows indices reads elsewhere with each recording. After so many, each some
// milliseconds, everything is made of what decides.
constexpr int kMostRecordings = 4;

// What buffers that are made as a whole may have together: more would take longer than all the
// rest, and memory that a small machine does not have.
constexpr uint64_t kMostWholeBytes = uint64_t{512} << 20;

constexpr uint64_t kLine = 128;

}  // namespace

DecidingContent::DecidingContent(const exercise::Exercise& exercise, const exercise::Case& setup,
                                 uint64_t seed_index)
    : exercise_(exercise),
      setup_(setup),
      seed_index_(seed_index),
      memory_(setup.buffers.size()),
      made_(setup.buffers.size()),
      is_whole_(setup.buffers.size()) {}

Result<bool> DecidingContent::add(const sim::Recording& recording) {
  ++recordings_;
  bool changed = false;
  for (const data::LaunchTrace& trace : recording.traces) {
    // What a warp did beyond its record, and what blocks did that were executed without one, is not
    // known to have stayed within these lines.
    const bool needs_all =
        recordings_ >= kMostRecordings || trace.others_ran || model::is_cut_short(trace);
    for (const auto& [name, ranges] : model::deciding_bytes(trace)) {
      const auto found = std::ranges::find(setup_.buffers, name, &data::Buffer::name);
      if (found == setup_.buffers.end()) continue;
      const auto index = static_cast<size_t>(found - setup_.buffers.begin());
      if (is_whole_[index]) continue;
      if (needs_all || bytes_of(*found) <= kSmallBytes) {
        const Result<bool> added = add_all_of(index);
        if (!added) return added;
        changed = true;
        continue;
      }
      for (const model::ByteRange& range : ranges) {
        const Result<bool> added = add_lines_of(index, range.begin, range.end);
        if (!added) return added;
        changed = changed || *added;
      }
    }
  }
  return changed;
}

Result<bool> DecidingContent::have_memory(size_t index) {
  if (memory_[index].descriptor() >= 0) return true;
  const data::Buffer& buffer = setup_.buffers[index];
  Result<worker::SharedMemory> memory = worker::SharedMemory::create(buffer.name, bytes_of(buffer));
  if (!memory) return Error{memory.error()};
  memory_[index] = std::move(*memory);
  return true;
}

Result<bool> DecidingContent::add_all_of(size_t index) {
  whole_bytes_ += bytes_of(setup_.buffers[index]);
  if (whole_bytes_ > kMostWholeBytes)
    return Error{
        "What the kernel does depends on the values of its inputs, and these are more than the " +
        std::to_string(kMostWholeBytes >> 20) + " MiB that are made for a model, at " +
        setup_.label + "."};
  if (const Result<bool> there = have_memory(index); !there) return there;
  is_whole_[index] = true;
  return exercise::fill(exercise_, setup_, index, seed_index_, memory_[index].bytes());
}

// Those that are not made yet; whether there were any.
Result<bool> DecidingContent::add_lines_of(size_t index, uint64_t begin, uint64_t end) {
  if (const Result<bool> there = have_memory(index); !there) return there;
  const std::span<std::byte> bytes = memory_[index].bytes();
  end = std::min<uint64_t>(end, bytes.size());
  std::vector<bool>& made = made_[index];
  made.resize((bytes.size() + kLine - 1) / kLine);
  bool changed = false;
  for (uint64_t line = begin / kLine; line * kLine < end; ++line) {
    if (made[line]) continue;
    made[line] = changed = true;
    const uint64_t first = line * kLine, length = std::min(kLine, bytes.size() - first);
    const Result<bool> filled = exercise::fill_piece(
        exercise_, setup_, index, seed_index_,
        first / data::bytes_of(setup_.buffers[index].element), bytes.subspan(first, length));
    if (!filled) return filled;
  }
  return changed;
}

}  // namespace warplab::verdict

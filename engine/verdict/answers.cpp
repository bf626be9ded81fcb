#include "verdict/answers.hpp"

#include <optional>
#include <utility>
#include <vector>

#include "verdict/compare.hpp"

namespace warplab::verdict {
namespace {

std::vector<uint64_t> index_of(uint64_t element, const std::vector<uint64_t>& shape) {
  std::vector<uint64_t> index(shape.size());
  for (size_t d = shape.size(); d-- > 0;) {
    index[d] = element % shape[d];
    element /= shape[d];
  }
  return index;
}

bool is_thread_of(const std::vector<sim::Launch>& launches, const worker::Worker::Writer& writer) {
  const auto inside = [](const Dim3& place, const Dim3& extent) {
    return place.x < extent.x && place.y < extent.y && place.z < extent.z;
  };
  const sim::Launch& launch = launches.at(static_cast<size_t>(writer.launch));
  return inside(writer.place.block, launch.grid) && inside(writer.place.thread, launch.block);
}

bool has_mismatch_of(const Evidence& evidence, const std::string& buffer) {
  return evidence.mismatch &&
         (evidence.mismatch->buffer == buffer || evidence.further_mismatches.contains(buffer));
}

Mismatch mismatch_of(const Comparison& comparison, const sim::Buffer& buffer,
                     const std::string& where) {
  Mismatch mismatch;
  mismatch.buffer = buffer.name;
  mismatch.index = index_of(*comparison.first, buffer.shape);
  mismatch.expected = comparison.expected;
  mismatch.actual = comparison.actual;
  mismatch.expected_text = comparison.expected_text;
  mismatch.actual_text = comparison.actual_text;
  mismatch.wrong = comparison.wrong;
  mismatch.total = comparison.total;
  mismatch.where = where;
  return mismatch;
}

}  // namespace

worker::Outcome<bool> compare_answers(const exercise::Exercise& exercise, const exercise::Case& c,
                                      const RunMemory& actual, const RunMemory& expected,
                                      const std::string& where, worker::Worker& worker,
                                      Evidence& evidence) {
  bool correct = true;
  for (size_t i = 0; i < c.buffers.size(); ++i) {
    if (!exercise::is_answer(*c.specs[i])) continue;
    const sim::Buffer& buffer = c.buffers[i];
    const Comparison comparison =
        compare(buffer.element, actual[i].bytes(), expected[i].bytes(), exercise.tolerance);
    if (!comparison.first) continue;
    correct = false;
    if (has_mismatch_of(evidence, buffer.name)) continue;
    Mismatch mismatch = mismatch_of(comparison, buffer, where);
    const worker::Outcome<std::optional<worker::Worker::Writer>> writer =
        worker.writer_of(static_cast<int>(i), *comparison.first);
    if (!writer) return {std::nullopt, writer.failure};
    if (*writer.value) {
      // Where several threads updated it with atomics, there is no one thread of the launch to
      // name.
      const bool is_one = is_thread_of(c.launches, **writer.value);
      mismatch.writers = is_one ? Mismatch::Writers::one : Mismatch::Writers::several;
      if (is_one) mismatch.writer = (*writer.value)->place;
    }
    if (!evidence.mismatch) evidence.mismatch = std::move(mismatch);
    else evidence.further_mismatches.emplace(buffer.name, std::move(mismatch));
  }
  return {correct, {}};
}

}  // namespace warplab::verdict

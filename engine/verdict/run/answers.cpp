#include "verdict/run/answers.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "data/element.hpp"
#include "data/shape.hpp"
#include "verdict/plan/check_kernels.hpp"
#include "verdict/run/answer_shape.hpp"

namespace warplab::verdict {
namespace {

bool is_thread_of(const PreparedRun& run, const worker::Worker::Writer& writer) {
  const auto inside = [](const Dim3& place, const Dim3& extent) {
    return place.x < extent.x && place.y < extent.y && place.z < extent.z;
  };
  const data::Launch& launch =
      run.setup.launches.at(static_cast<size_t>(writer.launch) - run.launches_before());
  return inside(writer.place.block, launch.grid) && inside(writer.place.thread, launch.block);
}

bool has_mismatch_of(const Evidence& evidence, const std::string& buffer) {
  return evidence.mismatch &&
         (evidence.mismatch->buffer == buffer || evidence.further_mismatches.contains(buffer));
}

bool is_given_to_several(const PreparedRun& run, size_t buffer) {
  return std::ranges::count_if(run.setup.launches, [&](const data::Launch& launch) {
           return std::ranges::any_of(launch.arguments, [&](const data::Argument& argument) {
             return argument.buffer == static_cast<int>(buffer);
           });
         }) > 1;
}

Saying shape_of(const PreparedRun& run, const RunMemory& expected, size_t answer) {
  const data::Buffer& buffer = run.setup.buffers[answer];
  ComparedAnswer compared{buffer.element, buffer.shape, run.outputs[answer].bytes(),
                          expected[answer].bytes(), run.setup.tolerances[answer]};
  for (const data::Launch& launch : run.setup.launches)
    for (const data::Argument& argument : launch.arguments)
      if (argument.buffer == static_cast<int>(answer)) {
        compared.grid = launch.grid;
        compared.block = launch.block;
      }
  return answer_shape(compared);
}

// What a [[verify]] says stands for the first of the answers that it decides about.
void add_verified(const PreparedRun& run, const std::string& says, const std::string& where,
                  Evidence& evidence) {
  Mismatch mismatch;
  const auto decided = std::ranges::find_if(
      run.setup.specs, [](const exercise::Buffer* spec) { return spec->verified; });
  mismatch.buffer = (*decided)->name;
  mismatch.verified = as_it_is(says);
  mismatch.run = run.setup.label;
  mismatch.where = where;
  add_mismatch(evidence, std::move(mismatch));
}

}  // namespace

Mismatch mismatch_of(const PreparedRun& run, const WrongAnswer& wrong, const std::string& where) {
  const data::Buffer& buffer = run.setup.buffers[wrong.buffer];
  const data::Comparison& comparison = wrong.comparison;
  Mismatch mismatch;
  mismatch.buffer = buffer.name;
  mismatch.index = data::index_of(*comparison.first, buffer.shape);
  mismatch.expected = comparison.expected;
  mismatch.actual = comparison.actual;
  mismatch.expected_text = comparison.expected_text;
  mismatch.actual_text = comparison.actual_text;
  mismatch.wrong = comparison.wrong;
  mismatch.total = comparison.total;
  mismatch.run = run.setup.label;
  mismatch.where = where;
  return mismatch;
}

void add_mismatch(Evidence& evidence, Mismatch mismatch) {
  if (has_mismatch_of(evidence, mismatch.buffer)) return;
  if (!evidence.mismatch) evidence.mismatch = std::move(mismatch);
  else evidence.further_mismatches.emplace(mismatch.buffer, std::move(mismatch));
}

std::vector<WrongAnswer> wrong_answers(const PreparedRun& run, const RunMemory& expected) {
  std::vector<WrongAnswer> wrong;
  for (size_t i = 0; i < run.setup.buffers.size(); ++i) {
    if (!exercise::is_answer(*run.setup.specs[i]) || run.setup.specs[i]->verified) continue;
    data::Comparison comparison = compare(run.setup.buffers[i].element, run.outputs[i].bytes(),
                                          expected[i].bytes(), run.setup.tolerances[i]);
    if (comparison.first) wrong.push_back({i, std::move(comparison)});
  }
  return wrong;
}

worker::Outcome<bool> compare_answers(const PreparedRun& run, const RunMemory& expected,
                                      const std::string& where, worker::Worker& worker,
                                      Evidence& evidence) {
  const std::vector<WrongAnswer> wrong = wrong_answers(run, expected);
  for (const WrongAnswer& answer : wrong) {
    const data::Buffer& buffer = run.setup.buffers[answer.buffer];
    if (has_mismatch_of(evidence, buffer.name)) continue;
    Mismatch mismatch = mismatch_of(run, answer, where);
    mismatch.shape = shape_of(run, expected, answer.buffer);
    const worker::Outcome<std::optional<worker::Worker::Writer>> writer =
        worker.writer_of(static_cast<int>(answer.buffer), *answer.comparison.first);
    if (!writer) return {std::nullopt, writer.failure};
    if (*writer.value) {
      // Where several threads updated it with atomics, there is no one thread of the launch to
      // name.
      const bool is_one = is_thread_of(run, **writer.value);
      mismatch.writers = is_one ? Mismatch::Writers::one : Mismatch::Writers::several;
      if (is_one) mismatch.writer = (*writer.value)->place;
    } else if (is_given_to_several(run, answer.buffer)) {
      mismatch.writers = Mismatch::Writers::earlier;
    }
    add_mismatch(evidence, std::move(mismatch));
  }
  if (run.exercise->verifies.empty()) return {wrong.empty(), {}};
  const Result<std::optional<std::string>> verified = verify_answers(run);
  if (!verified)
    return {std::nullopt, {worker::Failure::Kind::cannot_start, as_it_is(verified.error())}};
  if (*verified) add_verified(run, **verified, where, evidence);
  return {wrong.empty() && !*verified, {}};
}

}  // namespace warplab::verdict

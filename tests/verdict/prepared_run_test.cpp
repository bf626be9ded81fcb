#include "verdict/plan/prepared_run.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <string>

#include "made_up.hpp"

using namespace warplab;
using namespace warplab::verdict;

namespace {

// An input, an output that is poisoned, one that starts with numbers, and notes of which there are
// as many as blocks. The student chooses the block, at most 64 threads.
constexpr const char* kExercise = R"toml(
title = "Made up"
module = "Tests"
file = "made_up.cu"
starter_fails = ["correct"]
hints = ["None."]
[block]
default = [32]
max = [64]
max_threads = 64
[sizes.graded]
n = 96
[[sizes.check]]
n = 10
[[buffer]]
name = "in"
type = "f32"
shape = ["n"]
role = "input"
fill = "ramp"
[[buffer]]
name = "table"
type = "u8"
shape = ["block_x"]
role = "input"
fill = { kind = "constant", value = 3 }
[[buffer]]
name = "out"
type = "u16"
shape = ["n"]
role = "output"
expected = "1"
[[buffer]]
name = "sum"
type = "i32"
shape = [1]
role = "inout"
fill = { kind = "constant", value = 7 }
expected = "1"
[[buffer]]
name = "notes"
type = "u8"
shape = ["ceil_div(n, block_x)"]
role = "scratch"
[[launch]]
kernel = "k"
grid = ["ceil_div(n, block_x)"]
arguments = ["in", "table", "out", "sum", "notes"]
[[gate]]
metric = "correct"
)toml";

const exercise::Exercise& with_five_buffers() {
  static const exercise::Exercise made =
      made_up::exercise_of(kExercise, {"statement.md", "made_up.cu"});
  return made;
}

PlannedRun graded() { return plan_runs(with_five_buffers(), 1, "// a file").back(); }

PreparedRun prepared(std::optional<Dim3> block = std::nullopt,
                     std::shared_ptr<const RunMemory> inputs = nullptr) {
  auto run = prepare_run(with_five_buffers(), graded(), block, std::move(inputs));
  REQUIRE_MESSAGE(run, run.error());
  return std::move(*run);
}

template <class T>
T at(const worker::SharedMemory& memory, size_t index) {
  T value;
  std::memcpy(&value, memory.bytes().data() + index * sizeof value, sizeof value);
  return value;
}

}  // namespace

TEST_CASE("inputs are filled once, and everything else before each of its runs") {
  PreparedRun run = prepared();
  CHECK(run.inputs->at(0).bytes().size() == 96 * 4);
  CHECK(at<float>(run.inputs->at(0), 5) == 5);
  CHECK(run.inputs->at(2).bytes().empty());
  CHECK(run.outputs.at(0).bytes().empty());
  CHECK(run.outputs.at(2).bytes().size() == 96 * 2);
  CHECK(run.outputs.at(4).bytes().size() == 3);
  REQUIRE(run.refill());
  CHECK(at<int32_t>(run.outputs.at(3), 0) == 7);
  const auto poison = at<uint16_t>(run.outputs.at(2), 0);
  for (worker::SharedMemory& memory : run.outputs)
    std::ranges::fill(memory.bytes(), std::byte{0x11});
  REQUIRE(run.refill());
  CHECK(at<int32_t>(run.outputs.at(3), 0) == 7);
  CHECK(at<uint16_t>(run.outputs.at(2), 0) == poison);
}

TEST_CASE("a job reads inputs, gives back answers in place, and keeps nothing else") {
  const PreparedRun run = prepared();
  const worker::Job job = run.job({}, std::chrono::milliseconds(1234));
  REQUIRE(job.buffers.size() == 5);
  CHECK(job.buffers[0].initial == &run.inputs->at(0));
  CHECK(job.buffers[0].result == nullptr);
  CHECK(job.buffers[2].initial == &run.outputs.at(2));
  CHECK(job.buffers[2].result == &run.outputs.at(2));
  CHECK(job.buffers[3].result == &run.outputs.at(3));
  CHECK(job.buffers[4].initial == &run.outputs.at(4));
  CHECK(job.buffers[4].result == nullptr);
  CHECK(job.launches == run.setup.launches);
  CHECK(job.time_limit == std::chrono::milliseconds(1234));
}

TEST_CASE("runs on the same data share their inputs, unless the block has changed a shape") {
  const PreparedRun first = prepared();
  CHECK(prepared(std::nullopt, first.inputs).inputs == first.inputs);
  const PreparedRun other = prepared(Dim3{64, 1, 1}, first.inputs);
  CHECK(other.inputs != first.inputs);
  CHECK(other.inputs->at(1).bytes().size() == 64);
  CHECK(at<uint8_t>(other.inputs->at(1), 63) == 3);
}

TEST_CASE("a block that the exercise does not take is told from a size that cannot be run") {
  const auto wrong_block = prepare_run(with_five_buffers(), graded(), Dim3{128, 1, 1});
  REQUIRE_FALSE(wrong_block);
  CHECK(wrong_block.why().block_is_wrong);
  PlannedRun nowhere = graded();
  nowhere.size.values["n"] = 0;
  for (const std::optional<Dim3> block : {std::optional<Dim3>(), std::optional(Dim3{64, 1, 1})}) {
    const auto wrong_size = prepare_run(with_five_buffers(), nowhere, block);
    REQUIRE_FALSE(wrong_size);
    CHECK_FALSE(wrong_size.why().block_is_wrong);
  }
}

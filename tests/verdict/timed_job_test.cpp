#include "verdict/gpu/timed_job.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <string>

#include "made_up.hpp"

using namespace warplab;
using namespace warplab::verdict;

namespace {

// Two kernels on one input, each with an output of its own; a third reads the second's.
constexpr const char* kOneLaunch = R"(
title = "Made up"
module = "Tests"
file = "made_up.cu"
starter_fails = ["correct"]
hints = ["None."]
[sizes.gpu]
n = 1000
[sizes.graded]
n = 100
[[sizes.check]]
n = 10
[[buffer]]
name = "in"
type = "f32"
shape = ["n"]
role = "input"
fill = { kind = "random_integers", low = 1, high = 6 }
[[buffer]]
name = "ramp"
type = "f32"
shape = ["n"]
role = "input"
fill = "ramp"
[[buffer]]
name = "first"
type = "f32"
shape = ["n"]
role = "output"
expected = "1"
[[buffer]]
name = "second"
type = "f32"
shape = ["n"]
role = "output"
expected = "1"
[[buffer]]
name = "third"
type = "f32"
shape = ["n"]
role = "inout"
fill = { kind = "constant", value = 0 }
expected = "1"
[[launch]]
name = "one"
kernel = "k"
block = [32]
grid = [1]
arguments = ["in", "ramp", "first"]
[[launch]]
name = "two"
kernel = "k"
block = [32]
grid = [1]
arguments = ["in", "second"]
[[launch]]
name = "three"
kernel = "k"
block = [32]
grid = [1]
arguments = ["second", "third", { i32 = "n" }]
[[gate]]
metric = "correct"
)";

struct Made {
  exercise::Exercise exercise;
  exercise::Case c;
};

Made timed_exercise() {
  Made made{made_up::exercise_of(kOneLaunch, {"statement.md", "made_up.cu"}), {}};
  for (const exercise::SizeSet& size : made.exercise.sizes) {
    if (size.purpose != exercise::SizeSet::Purpose::gpu) continue;
    auto c = exercise::instantiate(made.exercise, size, made.exercise.variants[0], 1);
    REQUIRE(c);
    made.c = std::move(*c);
  }
  return made;
}

std::vector<std::string> names_of(const TimedRun& run) {
  std::vector<std::string> names;
  for (const auto& buffer : run.job.buffers) names.push_back(buffer.description.name);
  return names;
}

uint64_t number_in(const sim::Argument& argument) {
  uint64_t number = 0;
  std::memcpy(&number, argument.value.data(), argument.value.size());
  return number;
}

}  // namespace

TEST_CASE("a launch that shares no output is timed alone, on its own buffers") {
  const Made made = timed_exercise();
  const auto run = timed_run(made.exercise, made.c, 0);
  REQUIRE(run);
  CHECK(run->job.launches.size() == 1);
  CHECK(names_of(*run) == std::vector<std::string>{"in", "ramp", "first"});
  CHECK(run->job.launches[0].arguments[2].buffer == 2);
  CHECK(run->bytes == 3 * 4000);
  CHECK(run->job.copy_bytes == 12000 / 32 * 32);
}

TEST_CASE("a launch whose output another one reads is timed among all of them") {
  const Made made = timed_exercise();
  const auto run = timed_run(made.exercise, made.c, 1);
  REQUIRE(run);
  CHECK(run->job.launches.size() == 3);
  CHECK(run->job.timed_begin == 1);
  CHECK(run->job.timed_end == 2);
  CHECK(run->bytes == 2 * 4000);
}

TEST_CASE("a stream has the launch's grid and block, its buffers, and as many elements a thread") {
  const Made made = timed_exercise();
  const auto two_inputs = timed_run(made.exercise, made.c, 0);
  REQUIRE(two_inputs);
  const auto stream = stream_job(made.c, *two_inputs);
  REQUIRE(stream);
  REQUIRE(stream->launches.size() == 1);
  const sim::Launch& many = stream->launches[0];
  CHECK(many.kernel == "warplab_sum_many_4");  // 1000 elements, 32 threads
  CHECK(many.grid == two_inputs->job.launches[0].grid);
  CHECK(many.block == Dim3{32, 1, 1});
  REQUIRE(many.arguments.size() == 6);
  for (int buffer = 0; buffer < 3; ++buffer)
    CHECK(many.arguments[static_cast<size_t>(buffer)].buffer == buffer);
  CHECK(number_in(many.arguments[3]) == 1000);
  CHECK(number_in(many.arguments[4]) == 1000);
  CHECK(number_in(many.arguments[5]) == 32);
  CHECK(stream->copy_bytes == two_inputs->job.copy_bytes);

  auto wider = timed_run(made.exercise, made.c, 0);
  REQUIRE(wider);
  wider->job.launches[0].grid = {8, 4, 1};
  const sim::Launch one = stream_job(made.c, *wider)->launches[0];
  CHECK(one.kernel == "warplab_sum_one_4");
  REQUIRE(one.arguments.size() == 5);
  CHECK(number_in(one.arguments[3]) == 1000);
  CHECK(one.arguments[3].value.size() == 4);
  CHECK(number_in(one.arguments[4]) == 256);
  wider->job.launches[0].grid = {8, 4, 2};
  CHECK(stream_job(made.c, *wider)->launches[0].kernel == "warplab_sum_many_4");
}

TEST_CASE("a stream takes the place of the timed launches alone, and has an input less") {
  const Made made = timed_exercise();
  const auto run = timed_run(made.exercise, made.c, 1);
  REQUIRE(run);
  const auto stream = stream_job(made.c, *run);
  REQUIRE(stream);
  CHECK(stream->launches.size() == 1);
  CHECK(stream->timed_begin == 0);
  CHECK(stream->timed_end == 1);
  CHECK(stream->launches[0].kernel == "warplab_stream_many_4");
  CHECK_FALSE(stream_job(made.c, *timed_run(made.exercise, made.c, 2)));
}

TEST_CASE("all launches together move every buffer once, and what they change twice") {
  const Made made = timed_exercise();
  const auto run = timed_run(made.exercise, made.c, -1);
  REQUIRE(run);
  CHECK(run->job.timed_begin == 0);
  CHECK(run->job.timed_end == 3);
  CHECK(run->bytes == 4 * 4000 + 2 * 4000);
}

TEST_CASE(
    "random content is made anew, a ramp is turned, a constant stays, an output is poisoned") {
  const Made made = timed_exercise();
  const auto run = timed_run(made.exercise, made.c, -1);
  REQUIRE(run);
  const auto& buffers = run->job.buffers;
  CHECK(buffers[0].content == cuda::Content::random_multiples);
  CHECK(buffers[0].low == 1);
  CHECK(buffers[0].high == 6);
  CHECK(buffers[0].initial == nullptr);
  CHECK(buffers[1].content == cuda::Content::turned);
  REQUIRE(buffers[1].initial != nullptr);
  CHECK(reinterpret_cast<const float*>(buffers[1].initial->bytes().data())[7] == 7);
  CHECK(buffers[2].content == cuda::Content::poison);
  CHECK(buffers[2].digested);
  CHECK_FALSE(buffers[0].digested);
  CHECK(buffers[4].content == cuda::Content::base);
  REQUIRE(buffers[4].initial != nullptr);
}

TEST_CASE("a library takes the place of the launch that names it, with that launch's arguments") {
  const auto tiled = exercise::load(WARPLAB_SOURCE_DIR "/exercises/52-matmul-tiled");
  REQUIRE_MESSAGE(tiled, tiled.error());
  const auto size = std::find_if(
      tiled->sizes.begin(), tiled->sizes.end(),
      [](const exercise::SizeSet& one) { return one.purpose == exercise::SizeSet::Purpose::gpu; });
  REQUIRE(size != tiled->sizes.end());
  const auto setup = exercise::instantiate(*tiled, *size, tiled->variants.front(), 1);
  REQUIRE_MESSAGE(setup, setup.error());
  const char* const routines[] = {"cublas.sgemm", "cublas.dgemm"};
  for (int launch = 0; launch < 2; ++launch) {
    const Result<TimedRun> run = timed_run(*tiled, *setup, launch);
    REQUIRE(run);
    const auto job = library_job(*tiled, *run, launch);
    REQUIRE(job);
    REQUIRE(job->launches.size() == 1);
    CHECK(job->launches[0].kernel == routines[launch]);
    CHECK(job->launches[0].arguments == run->job.launches[0].arguments);
    CHECK(job->buffers.size() == run->job.buffers.size());
  }
  // Both launches together are no product of one library.
  const Result<TimedRun> both = timed_run(*tiled, *setup, -1);
  REQUIRE(both);
  CHECK_FALSE(library_job(*tiled, *both, -1));
  exercise::Exercise without = *tiled;
  without.launches[0].library.clear();
  const Result<TimedRun> plain = timed_run(without, *setup, 0);
  REQUIRE(plain);
  CHECK_FALSE(library_job(without, *plain, 0));
}

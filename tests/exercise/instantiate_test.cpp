#include <cstring>

#include "sample_exercise.hpp"

using namespace warplab;
using namespace warplab::exercise;
using Purpose = SizeSet::Purpose;

namespace {

template <class T>
T argument_value(const data::Argument& argument) {
  T value{};
  REQUIRE(argument.value.size() == sizeof value);
  std::memcpy(&value, argument.value.data(), sizeof value);
  return value;
}

std::string refusal(const Exercise& exercise, std::optional<Dim3> block) {
  const auto made =
      instantiate(exercise, exercise.sizes.front(), exercise.variants.front(), 1, block);
  REQUIRE(!made);
  return made.error();
}

}  // namespace

TEST_CASE("a case has a label for messages") {
  CHECK(case_of(good("copy-of-doubles"), Purpose::graded, 7).label == "n 64 000, seed 7");
  CHECK(case_of(good("matrix-product"), Purpose::check).label ==
        "256 x 123 times 123 x 45, seed 1");
  CHECK(case_of(good("two-modes"), Purpose::check, 2, {}, 1).label == "n 7, seed 2, slow");
}

TEST_CASE("buffers have the shape that their expressions say, and no memory yet") {
  const Exercise exercise = good("matrix-product");
  const Case made = case_of(exercise, Purpose::gpu);
  REQUIRE(made.buffers.size() == 3);
  CHECK(made.buffers[0].shape == std::vector<uint64_t>{1024, 512});
  CHECK(made.buffers[1].shape == std::vector<uint64_t>{512, 2048});
  CHECK(made.buffers[2].shape == std::vector<uint64_t>{1024, 2048});
  CHECK(made.buffers[2].bytes.empty());
  CHECK(made.specs[2] == &exercise.buffers[2]);
}

TEST_CASE(
    "an output must be written and must not be read; an input is there from the start "
    "and is only read") {
  const Case made = case_of(good("copy-of-doubles"), Purpose::check);
  CHECK(made.buffers[0].initialized);
  CHECK(!made.buffers[0].must_be_written);
  CHECK(made.buffers[0].read_only);
  CHECK(!made.buffers[1].read_only);
  CHECK(!made.buffers[1].initialized);
  CHECK(made.buffers[1].must_be_written);
  const Exercise swap = good("integers-in-shared-memory");
  const Case inout = case_of(swap, Purpose::check);
  CHECK(inout.buffers[0].initialized);
  CHECK(!inout.buffers[0].must_be_written);
  CHECK(!inout.buffers[0].read_only);
}

TEST_CASE("grid, dynamic shared memory and arguments see the block of their launch") {
  const Exercise copy = good("copy-of-doubles");
  const Case made = case_of(copy, Purpose::graded);
  REQUIRE(made.launches.size() == 1);
  CHECK(made.launches[0].block == Dim3{256, 1, 1});
  CHECK(made.launches[0].grid == Dim3{250, 1, 1});
  REQUIRE(made.launches[0].arguments.size() == 3);
  CHECK(made.launches[0].arguments[0].buffer == 0);
  CHECK(made.launches[0].arguments[1].buffer == 1);
  CHECK(made.launches[0].arguments[2].buffer == -1);
  CHECK(argument_value<int32_t>(made.launches[0].arguments[2]) == 64000);
  const Exercise swap = good("integers-in-shared-memory");
  CHECK(case_of(swap, Purpose::graded).launches[0].dynamic_shared_bytes == 16);
}

TEST_CASE("the launches of a group repeat together, in order, and count their rounds") {
  const Exercise exercise = good("sampling-with-groups");
  const Case made = case_of(exercise, Purpose::check, 9);
  CHECK(made.launch_specs == std::vector<size_t>{0, 1, 2, 1, 2});
  REQUIRE(made.launches.size() == 5);
  CHECK(made.launches[0].kernel == "prepare");
  CHECK(argument_value<uint64_t>(made.launches[0].arguments[1]) == 9);
  const auto round = [&](size_t i) {
    return argument_value<int32_t>(made.launches[i].arguments[2]);
  };
  const auto colour = [&](size_t i) {
    return argument_value<int32_t>(made.launches[i].arguments[3]);
  };
  CHECK(round(1) == 0);
  CHECK(round(2) == 0);
  CHECK(round(3) == 1);
  CHECK(round(4) == 1);
  CHECK(colour(1) == 0);
  CHECK(colour(2) == 1);
  CHECK(argument_value<float>(made.launches[1].arguments[4]) == 0.9f);
  CHECK(argument_value<double>(made.launches[1].arguments[5]) == 0.8);
}

TEST_CASE("a launch on its own repeats on its own") {
  const auto exercise = edited("copy-of-doubles", "block = [256]", "block = [256]\nrepeat = 3");
  REQUIRE(exercise);
  const Case made = case_of(*exercise, Purpose::check);
  CHECK(made.launches.size() == 3);
  CHECK(made.launch_specs == std::vector<size_t>{0, 0, 0});
}

TEST_CASE("a variant's flags are values of its own run") {
  const Exercise exercise = good("two-modes");
  const Case fast = case_of(exercise, Purpose::check, 1, {}, 0);
  const Case slow = case_of(exercise, Purpose::check, 1, {}, 1);
  CHECK(fast.buffers[0].shape == std::vector<uint64_t>{7});
  CHECK(slow.buffers[0].shape == std::vector<uint64_t>{224});
  CHECK(argument_value<uint8_t>(fast.launches[0].arguments[3]) == 0);
  CHECK(argument_value<uint8_t>(slow.launches[0].arguments[3]) == 1);
}

TEST_CASE("a student's block reaches the launches that give none, and the shapes that use it") {
  const Exercise exercise = good("sampling-with-groups");
  const Case standard = case_of(exercise, Purpose::graded);
  CHECK(standard.launches[1].block == Dim3{32, 2, 1});
  CHECK(standard.launches[1].grid == Dim3{1, 32, 1});
  CHECK(standard.buffers[2].shape == std::vector<uint64_t>{2 * 32});
  const Case chosen = case_of(exercise, Purpose::graded, 1, Dim3{8, 8, 1});
  CHECK(chosen.launches[0].block == Dim3{64, 1, 1});
  CHECK(chosen.launches[1].block == Dim3{8, 8, 1});
  CHECK(chosen.launches[1].grid == Dim3{4, 8, 1});
  CHECK(chosen.launches[1].dynamic_shared_bytes == 4 * 18 * 10);
  CHECK(chosen.buffers[2].shape == std::vector<uint64_t>{8 * 8});
}

TEST_CASE("a block beyond the exercise's bounds is refused") {
  const Exercise exercise = good("sampling-with-groups");
  CHECK(refusal(exercise, Dim3{512, 1, 1}) ==
        "the block of 512 x 1 x 1 threads is not one that this exercise takes: at most 256 x 256 x "
        "1, "
        "512 threads altogether");
  CHECK(refusal(exercise, Dim3{32, 32, 1}).find("512 threads altogether") != std::string::npos);
  CHECK(refusal(exercise, Dim3{0, 1, 1}).find("0 x 1 x 1") != std::string::npos);
}

TEST_CASE("where the exercise fixes the block, a student's choice is refused") {
  CHECK(refusal(good("copy-of-doubles"), Dim3{64, 1, 1}) ==
        "this exercise fixes the block; the file may not choose one");
}

TEST_CASE("an argument keeps all 64 bits") {
  const auto exercise = edited("copy-of-doubles", "{ i32 = \"n\" }",
                               "{ i64 = \"9223372036854775807\" }, { u64 = 9007199254740993 }");
  REQUIRE_MESSAGE(exercise, exercise.error());
  const Case made = case_of(*exercise, Purpose::check);
  CHECK(argument_value<int64_t>(made.launches[0].arguments[2]) == INT64_MAX);
  CHECK(argument_value<uint64_t>(made.launches[0].arguments[3]) == 9007199254740993u);
}

TEST_CASE("buffers of exactly four GiB together are allowed, and one byte more is not") {
  // Two buffers of n doubles each.
  CHECK(edited("copy-of-doubles", "n = 64000", "n = 268435456"));
  const auto more = edited("copy-of-doubles", "n = 64000", "n = 268435457");
  REQUIRE(!more);
  CHECK(more.error().find("more than 4 GiB together") != std::string::npos);
}

TEST_CASE("shapes whose product overflows 64 bits are refused as too large") {
  const auto exercise = edited("copy-of-doubles", "shape = [\"n\"]",
                               "shape = [4294967296, 4294967296, 4294967296, 4294967296]");
  REQUIRE(!exercise);
  CHECK(exercise.error().find("more than 4 GiB together") != std::string::npos);
}

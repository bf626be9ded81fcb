// Blocks of an exercise's kernel, walked through in a worker, and what registers are called.
#include "lens/stepping.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "lens/source_names.hpp"
#include "temporary_folder.hpp"

using namespace warplab;
using namespace std::chrono_literals;
using warplab::test::content_of;

namespace {

struct Walked {
  Result<exercise::Exercise> exercise =
      exercise::load(WARPLAB_SOURCE_DIR "/exercises/51-matmul-naive");
  std::string source = content_of(WARPLAB_SOURCE_DIR "/solutions/51-matmul-naive/solution.cu");
  std::optional<lens::Stepping> stepping;
  Walked() {
    REQUIRE_MESSAGE(exercise, (exercise ? "" : exercise.error()));
    stepping.emplace(*exercise, source, 1);
  }
};

std::vector<std::string> meanings(const data::StepWalk& walk) {
  std::vector<std::string> all;
  for (const data::StepFunction& f : walk.functions)
    for (const data::StepRegister& r : f.registers)
      if (!r.meaning.empty()) all.push_back(r.meaning);
  return all;
}

}  // namespace

TEST_CASE("a block of the graded run, one of another run, and none of a run that is not made") {
  Walked w;
  const auto graded = w.stepping->open({}, 60s);
  REQUIRE_MESSAGE(graded, (graded ? "" : graded.error()));
  CHECK(graded->walk.positions > 100);
  CHECK(graded->choice.where.find("rows") == 0);
  CHECK_FALSE(w.stepping->ptx().empty());
  const auto small = w.stepping->open({"rows 64, inner 64, cols 64, seed 1"}, 60s);
  REQUIRE_MESSAGE(small, (small ? "" : small.error()));
  CHECK(small->choice.where == "rows 64, inner 64, cols 64, seed 1");
  CHECK(small->walk.positions < graded->walk.positions);
  const auto state = w.stepping->state_at(small->walk.positions, 0, 0);
  REQUIRE_MESSAGE(state, (state ? "" : state.error()));
  CHECK(state->splits.empty());
  CHECK(w.stepping->open({"rows 1234567"}, 60s).error() == "No run of this file has rows 1234567.");
  CHECK(w.stepping->open({"", 7}, 60s).error() == "The run has no such launch.");
}

TEST_CASE("the first check that can be shown whole is the small run, and there may be none") {
  const auto exercise = exercise::load(WARPLAB_SOURCE_DIR "/exercises/12-indices-2d");
  REQUIRE(exercise);
  lens::Stepping stepping(*exercise,
                          content_of(WARPLAB_SOURCE_DIR "/solutions/12-indices-2d/solution.cu"), 1);
  CHECK(*stepping.small_run() == "rows 4, cols 4, seed 1");
  const auto open = stepping.open({"rows 4, cols 4, seed 1"}, 60s);
  REQUIRE_MESSAGE(open, (open ? "" : open.error()));
  const auto state = stepping.state_at(open->walk.positions, 0, 0);
  REQUIRE(state);
  REQUIRE(state->cells.size() == 1);
  CHECK(state->cells[0].bytes.size() == 64);
  // The block has four threads, and those of its two rows wrote two elements each.
  CHECK(state->cells[0].writers ==
        std::vector<uint16_t>{1, 2, 0, 0, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
  Walked w;
  CHECK(w.stepping->small_run()->empty());
}

TEST_CASE("of a large buffer what is shown lies around what the lane accesses") {
  Walked w;
  const auto open = w.stepping->open({}, 60s);
  REQUIRE(open);
  for (const uint32_t lane : {0u, 17u}) {
    const auto state = w.stepping->state_at(open->walk.positions, 0, lane);
    REQUIRE(state);
    CHECK(state->cells.size() == open->walk.buffers.size());
    for (const data::StepCells& cells : state->cells) {
      CHECK(cells.bytes.size() == data::kStretchBytes);
      CHECK(cells.first % 32 == 0);
    }
  }
}

TEST_CASE("registers are called what the file calls them, where that is certain") {
  Walked w;
  const auto open = w.stepping->open({}, 60s);
  REQUIRE(open);
  const std::vector<std::string> all = meanings(open->walk);
  for (const char* name : {"threadIdx.x", "blockIdx.y", "column", "row", "a", "b", "c", "inner"}) {
    CAPTURE(name);
    CHECK(std::ranges::find(all, name) != all.end());
  }
  CHECK(std::ranges::find(all, "sum") == all.end());  // several instructions write it
}

TEST_CASE("a product with a power of two is a shift, and has its name all the same") {
  const auto exercise = exercise::load(WARPLAB_SOURCE_DIR "/exercises/32-transpose-shared");
  REQUIRE(exercise);
  lens::Stepping stepping(
      *exercise, content_of(WARPLAB_SOURCE_DIR "/solutions/32-transpose-shared/solution.cu"), 1);
  const auto open = stepping.open({"", 1}, 60s);
  REQUIRE_MESSAGE(open, (open ? "" : open.error()));
  const std::vector<std::string> all = meanings(open->walk);
  // out_column is blockIdx.y * 32 + threadIdx.x; row and column have two kernels, and one meaning.
  for (const char* name : {"column", "row", "out_column", "out_row"}) {
    CAPTURE(name);
    CHECK(std::ranges::find(all, name) != all.end());
  }
}

TEST_CASE("names of parameters are read from the kernel's definition") {
  using Names = std::vector<std::string>;
  CHECK(lens::parameter_names("void k(int);\n__global__ void k(const float* a, int n) {}", "k") ==
        Names{"a", "n"});
  CHECK(lens::parameter_names("template <int N> void k(Pair<int, 2> p /* , x */, int q[4]) {}",
                              "k") == Names{"p", "q"});
  CHECK(lens::parameter_names("void kk(int a) {} int f() { k(1); }", "k").empty());
}

TEST_CASE("an expression has a variable's name only where one variable begins with it") {
  const auto named = [](const std::string& source, const std::string& meaning) {
    data::StepWalk walk;
    walk.kernel = "k";
    walk.functions = {{"k", {{"%r1", "s32", meaning, 4, true}}}};
    lens::name_registers(source, walk);
    return walk.functions[0].registers[0].meaning;
  };
  const std::string kernel = "void k(int n) { ";
  const std::string place = "blockIdx.x * blockDim.x + threadIdx.x";
  CHECK(named(kernel + "int i = threadIdx.x + blockDim.x * blockIdx.x; }", place) == "i");
  CHECK(named(kernel + "int i = " + place + ", j = " + place + "; }", place) == place);
  CHECK(named(kernel + "i = " + place + "; }", place) == place);  // no declaration
  CHECK(named(kernel + "int i = " + place + " - 1; }", place) == place);
  CHECK(named(kernel + "// int i = " + place + ";\n }", place) == place);
  // What is changed later is not what it began with.
  for (const char* change : {"i += 5;", "i = 3;", "++i;", "i--;", "f(&i);", "i <<= 1;"})
    CHECK(named(kernel + "int i = " + place + "; " + change + " }", place) == place);
  CHECK(named(kernel + "int i = " + place + "; if (i == 3 && i < n) f(i); }", place) == "i");
  // Two kernels may have the same variable, but not one of the same name.
  const std::string other = "} void other() { int i = ";
  CHECK(named(kernel + "int i = " + place + ";" + other + place + "; }", place) == "i");
  CHECK(named(kernel + "int i = " + place + ";" + other + "threadIdx.x; }", place) == place);
  CHECK(named(kernel + "}", "#0") == "n");
  CHECK(named(kernel + "}", "#3") == "parameter 4");
}

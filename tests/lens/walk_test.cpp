#include "lens/walk.hpp"

#include <doctest/doctest.h>

using namespace warplab;
using data::AccessLog;
using data::LoggedAccess;
using lens::Step;

namespace {

LoggedAccess access(uint64_t block, uint32_t warp, uint32_t execution, uint64_t stride,
                    int line = 10) {
  LoggedAccess made;
  made.block = block;
  made.warp = warp;
  made.execution = execution;
  made.instruction = static_cast<uint32_t>(line);
  made.line = line;
  made.mask = ~0u;
  made.bytes = 4;
  for (unsigned lane = 0; lane < 32; ++lane) made.addresses[lane] = 4096 + lane * stride;
  return made;
}

// Two blocks of two warps, two iterations of line 10 each; line 11 once.
AccessLog log() {
  AccessLog made;
  for (const uint64_t block : {0u, 5u})
    for (const uint32_t warp : {1u, 0u})
      for (const uint32_t execution : {0u, 1u})
        made.accesses.push_back(access(block, warp, execution, block == 5 && warp == 0 ? 64 : 4));
  made.accesses.push_back(access(0, 0, 0, 128, 11));
  return made;
}

const LoggedAccess& after(const AccessLog& log, size_t at, Step step, bool forward = true) {
  return log.accesses[lens::step_from(log, at, step, forward)];
}

}  // namespace

TEST_CASE("accesses of a line come by block, warp and iteration") {
  const AccessLog made = log();
  const auto places = lens::accesses_of_line(made, 10);
  REQUIRE(places.size() == 8);
  CHECK(made.accesses[places[0]] == access(0, 0, 0, 4));
  CHECK(made.accesses[places[1]] == access(0, 0, 1, 4));
  CHECK(made.accesses[places[2]] == access(0, 1, 0, 4));
  CHECK(made.accesses[places[7]] == access(5, 1, 1, 4));
  CHECK(lens::accesses_of_line(made, 12).empty());
}

TEST_CASE("the worst of a line is the one that moves most beyond its ideal, the first of equals") {
  const AccessLog made = log();
  CHECK(made.accesses[lens::worst_of(made, lens::accesses_of_line(made, 10))] ==
        access(5, 0, 0, 64));
  AccessLog equal = made;
  for (LoggedAccess& one : equal.accesses)
    if (one.line == 10) one = access(one.block, one.warp, one.execution, 4);
  CHECK(equal.accesses[lens::worst_of(equal, lens::accesses_of_line(equal, 10))] ==
        access(0, 0, 0, 4));
}

TEST_CASE("a step goes to the next iteration, warp or block and keeps the rest") {
  const AccessLog made = log();
  const size_t at = 3;  // block 0, warp 0, iteration 1
  REQUIRE(made.accesses[at] == access(0, 0, 1, 4));
  CHECK(after(made, at, Step::warp) == access(0, 1, 1, 4));
  CHECK(after(made, at, Step::block) == access(5, 0, 1, 64));
  CHECK(after(made, at, Step::iteration, false) == access(0, 0, 0, 4));
}

TEST_CASE("a step beyond the first or last stays where it is") {
  const AccessLog made = log();
  CHECK(lens::step_from(made, 3, Step::iteration, true) == 3);
  CHECK(lens::step_from(made, 3, Step::warp, false) == 3);
  CHECK(lens::step_from(made, 3, Step::block, false) == 3);
  CHECK(lens::step_from(made, 8, Step::warp, true) == 8);  // line 11 has one access alone
}

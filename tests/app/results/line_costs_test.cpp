#include "results/line_costs.hpp"

#include <doctest/doctest.h>

using namespace warplab;
using namespace warplab::app;
using sim::Counter;

TEST_CASE("a strided store costs eight times its bytes") {
  sim::LineCounters lines;
  sim::Counters& line = lines[12];
  line[Counter::warp_instructions] = 1;
  line[Counter::global_store_requests] = 100;
  line[Counter::global_store_bytes] = 100 * 128;
  line[Counter::global_store_sectors] = 100 * 32;
  const auto costs = line_costs(lines);
  REQUIRE(costs.size() == 1);
  CHECK(costs[0].line == 12);
  CHECK(costs[0].ratio() == 8);
  CHECK(costs[0].accesses[0].per_request() == 32);
  CHECK(costs[0].accesses[0].ideal_per_request() == 4);
  CHECK(costs[0].accesses[0].sentence ==
        "moves 1024 bytes a warp instruction and uses 128: 12.5 % of it is useful");
}

TEST_CASE("what is less than all is not written as all of it") {
  sim::LineCounters lines;
  sim::Counters& line = lines[12];
  line[Counter::global_load_requests] = 1000;
  line[Counter::global_load_bytes] = 1000 * 1024 - 4;
  line[Counter::global_load_sectors] = 1000 * 32;
  CHECK(line_costs(lines)[0].accesses[0].sentence.ends_with("99.9996 % of it is useful"));
}

TEST_CASE("lanes that share a sector cost no more than the ideal") {
  sim::LineCounters lines;
  sim::Counters& line = lines[3];
  line[Counter::global_load_requests] = 10;
  line[Counter::global_load_bytes] = 10 * 128;
  line[Counter::global_load_sectors] = 10;
  CHECK(line_costs(lines)[0].ratio() == 1);
}

TEST_CASE("bank conflicts are passes over the ideal") {
  sim::LineCounters lines;
  sim::Counters& line = lines[5];
  line[Counter::shared_load_requests] = 10;
  line[Counter::shared_load_wavefronts] = 320;
  line[Counter::shared_load_bank_conflicts] = 310;
  const auto costs = line_costs(lines);
  CHECK(costs[0].ratio() == 32);
  CHECK(costs[0].accesses[0].sentence.find("32-way bank conflict") != std::string::npos);
}

TEST_CASE("a line has the ratio of its worst access") {
  sim::LineCounters lines;
  sim::Counters& line = lines[5];
  line[Counter::global_load_requests] = 1;
  line[Counter::global_load_bytes] = 128;
  line[Counter::global_load_sectors] = 4;
  line[Counter::shared_store_requests] = 1;
  line[Counter::shared_store_wavefronts] = 2;
  line[Counter::shared_store_bank_conflicts] = 1;
  CHECK(line_costs(lines)[0].ratio() == 2);
}

TEST_CASE("atomics have no ideal, so no ratio, and neither has a line without memory") {
  sim::LineCounters lines;
  lines[4][Counter::warp_instructions] = 7;
  lines[6][Counter::global_atomic_requests] = 1;
  lines[6][Counter::global_atomic_sectors] = 32;
  const auto costs = line_costs(lines);
  REQUIRE(costs.size() == 2);
  CHECK(costs[0].ratio() == 0);
  CHECK(costs[1].ratio() == 0);
}

TEST_CASE("what belongs to no line of the file has no badge") {
  sim::LineCounters lines;
  lines[0][Counter::warp_instructions] = 7;
  lines[9];
  CHECK(line_costs(lines).empty());
}

TEST_CASE("badges say whole numbers from three on") {
  CHECK(ratio_text(1) == "1x");
  CHECK(ratio_text(1.46) == "1.5x");
  CHECK(ratio_text(2.02) == "2x");
  CHECK(ratio_text(7.9) == "8x");
  CHECK(cost_level(1.0) == CostLevel::ideal);
  CHECK(cost_level(8) == CostLevel::bad);
}

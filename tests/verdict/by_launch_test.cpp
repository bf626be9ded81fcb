#include "verdict/report/by_launch.hpp"

#include "made_up.hpp"

using namespace warplab;
using namespace warplab::verdict;
using sim::Counter;

namespace {

VariantCounters three_launches() {
  VariantCounters run;
  run.launches = {made_up::launch({{3, made_up::loads(10, 320)}}, "rows", "row_sums", 0, true)};
  for (int i = 0; i < 2; ++i)
    run.launches.push_back(
        made_up::launch({{9, made_up::loads(10, 40)}}, "columns", "column_sums", 1));
  return run;
}

}  // namespace

TEST_CASE("repetitions of a launch are summed, other launches stay apart") {
  const std::vector<CountedLaunch> costs = by_launch(three_launches());
  REQUIRE(costs.size() == 2);
  CHECK(costs[0].name == "rows");
  CHECK(costs[0].given);
  CHECK(costs[0].times == 1);
  CHECK(costs[0].total[Counter::global_load_sectors] == 320);
  CHECK(costs[1].kernel == "column_sums");
  CHECK_FALSE(costs[1].given);
  CHECK(costs[1].times == 2);
  CHECK(costs[1].total[Counter::global_load_sectors] == 80);
  CHECK(costs[1].lines.at(9)[Counter::global_load_requests] == 20);
}

TEST_CASE("the reference stands behind the student's launches where the exercise says what it is") {
  VariantCounters run = three_launches();
  run.launches[0].reference = made_up::loads(1, 32);
  run.launches[1].reference = run.launches[2].reference = made_up::loads(10, 50);
  CHECK(by_launch(run).size() == 2);
  run.reference_title = "the plain one";
  const std::vector<CountedLaunch> costs = by_launch(run);
  REQUIRE(costs.size() == 3);  // what is given is the same in both
  CHECK(costs[2].name == "columns (reference)");
  CHECK(costs[2].kernel == "the plain one");
  CHECK(costs[2].given);
  CHECK(costs[2].times == 2);
  CHECK(costs[2].total[Counter::global_load_sectors] == 100);
  CHECK(costs[2].lines.empty());
  CHECK(moved_bytes(lines_of(costs[2])).moved == 100 * 32);
  CHECK(moved_bytes(lines_of(costs[0])).moved == moved_bytes(costs[0].lines).moved);
}

TEST_CASE("bytes moved are whole sectors, and no line uses more than it moves") {
  // 10 requests of 128 bytes: 320 sectors are 10 240 bytes, 40 are just the 1280.
  const std::vector<CountedLaunch> costs = by_launch(three_launches());
  CHECK(moved_bytes(costs[0].lines).moved == 10240);
  CHECK(moved_bytes(costs[0].lines).used == 1280);
  CHECK(used_text(moved_bytes(costs[0].lines)) == "12.5 %");
  CHECK(used_text(moved_bytes(costs[1].lines)) == "100 %");
  // 32 lanes that read one float ask for 128 bytes of a sector of 32.
  const MovedBytes broadcast = moved_bytes({{4, made_up::loads(1, 1)}});
  CHECK(broadcast.moved == 32);
  CHECK(broadcast.used == 32);
  // One line's broadcast does not make up for another one's waste.
  const MovedBytes both = moved_bytes({{4, made_up::loads(1, 1)}, {5, made_up::loads(1, 32)}});
  CHECK(both.moved == 33 * 32);
  CHECK(both.used == 32 + 128);
}

TEST_CASE("a part that is nearly all is not written as all") {
  CHECK(used_text({100000, 99999}) != "100 %");
  CHECK(used_text({100, 100}) == "100 %");
  CHECK(used_text({}).empty());
}

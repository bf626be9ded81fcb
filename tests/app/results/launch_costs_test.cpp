#include "results/launch_costs.hpp"

#include "../verdict/made_up.hpp"

using namespace warplab;
using namespace warplab::app;

namespace {

// The given kernel wastes seven eighths of what it moves; the student's moves `sectors`.
std::vector<LaunchLines> rows_and_columns(uint64_t sectors) {
  verdict::VariantCounters run = made_up::counted({{12, made_up::loads(131072, 4194304)}});
  run.launches[0].name = "rows";
  run.launches[0].kernel = "row_sums";
  run.launches[0].given = true;
  run.launches.push_back(
      made_up::launch({{24, made_up::loads(131072, sectors)}}, "columns", "column_sums", 1));
  return launch_lines(run);
}

const ComparedRow& row(const std::vector<ComparedRow>& rows, const std::string& what) {
  for (const ComparedRow& one : rows)
    if (one.what == what) return one;
  FAIL("there is no row " << what);
  return rows.front();
}

}  // namespace

TEST_CASE("the student's launch stands beside the one that is given, as statements show them") {
  const std::vector<LaunchLines> launches = rows_and_columns(524288);
  REQUIRE(launches.size() == 2);
  CHECK(launches[0].title() == "columns: column_sums");
  CHECK(launches[1].title() == "rows: row_sums, given for comparison");
  const std::vector<ComparedRow> rows = compare_launches(launches);
  using Values = std::vector<std::string>;
  CHECK(row(rows, "Global loads").values == Values{"131 072", "131 072"});
  CHECK(row(rows, "sectors moved").values == Values{"524 288", "4 194 304"});
  CHECK(row(rows, "for each load").values == Values{"4", "32"});
  CHECK(row(rows, "bytes moved").values == Values{"16 777 216", "134 217 728"});
  CHECK(row(rows, "bytes used").values == Values{"16 777 216", "16 777 216"});
  CHECK(row(rows, "part used").values == Values{"100 %", "12.5 %"});
  for (const ComparedRow& one : rows) {
    CAPTURE(one.what);
    CHECK(one.explanation.ends_with('.'));
    CHECK(one.values.size() == 2);
  }
}

TEST_CASE("what no launch does has no row, and what one does not do has no value there") {
  std::vector<LaunchLines> launches = rows_and_columns(524288);
  sim::Counters& columns = launches[0].counted.total;
  columns[sim::Counter::shared_load_requests] = 10;
  columns[sim::Counter::shared_load_wavefronts] = 320;
  columns[sim::Counter::shared_load_bank_conflicts] = 310;
  const std::vector<ComparedRow> rows = compare_launches(launches);
  using Values = std::vector<std::string>;
  CHECK(row(rows, "passes over the banks").values == Values{"320", ""});
  CHECK(row(rows, "bank conflicts").values == Values{"310", ""});
  for (const ComparedRow& one : rows) CHECK(one.what != "Global stores");
}

TEST_CASE("the headline is about the student's own kernel, however wasteful the given one is") {
  CHECK(headline(rows_and_columns(524288)) ==
        "Every access of your kernel to memory is as cheap as its bytes allow.");
  CHECK(headline(rows_and_columns(4194304)).starts_with("Line 24, global load: moves 1024 bytes"));
  std::vector<LaunchLines> empty = rows_and_columns(524288);
  empty[0].lines.clear();
  CHECK(headline(empty) == "No line of your kernel touches memory.");
}

TEST_CASE("a launch that is repeated says how often") {
  verdict::VariantCounters run;
  run.launches = {2, made_up::launch({{12, made_up::loads(1, 4)}}, "step", "step", 0)};
  const std::vector<LaunchLines> launches = launch_lines(run);
  REQUIRE(launches.size() == 1);
  CHECK(launches[0].title() == "step, 2 launches");
}

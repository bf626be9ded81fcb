#include "results/what_changed.hpp"

#include <doctest/doctest.h>

#include "sample_lab.hpp"

using namespace warplab;
using namespace warplab::app;
using namespace warplab::test;
using sim::Counter;

namespace {

LaunchLines launch(const std::string& kernel, bool given,
                   const std::vector<std::pair<Counter, uint64_t>>& counts) {
  LaunchLines made;
  made.counted.name = made.counted.kernel = kernel;
  made.counted.given = given;
  for (const auto& [counter, count] : counts) made.counted.total[counter] = count;
  sim::fill_sums(made.counted.total);
  return made;
}

LaunchLines loads(const std::string& kernel, bool given, uint64_t requests, uint64_t sectors) {
  return launch(kernel, given,
                {{Counter::global_load_requests, requests},
                 {Counter::global_load_sectors, sectors},
                 {Counter::warp_instructions, 100}});
}

}  // namespace

TEST_CASE("a kernel that moves an eighth of the starter's sectors is told so, once") {
  const Changes changes =
      what_changed({loads("sums", false, 1000, 32000)}, {loads("sums", false, 1000, 4000)});
  CHECK(changes.beside == "the starter");
  REQUIRE(changes.rows.size() == 1);  // sectors in all are the same saving
  CHECK(changes.rows[0].what == "sectors for each global load");
  CHECK(changes.rows[0].numbers() == "32 \u2192 4");
  CHECK(changes.rows[0].saving() == "8 times less");
}

TEST_CASE("where the starter does nothing the launch that is given stands in for it") {
  const Changes changes =
      what_changed({loads("columns", false, 0, 0), loads("row_sums", true, 1000, 32000)},
                   {loads("columns", false, 1000, 4000), loads("row_sums", true, 1000, 32000)});
  CHECK(changes.beside == "row_sums");
  REQUIRE(changes.rows.size() == 1);
  CHECK(changes.rows[0].saving() == "8 times less");
}

TEST_CASE("what became more, or less by little, is no change") {
  CHECK(what_changed({loads("copy", false, 1000, 4000)}, {loads("copy", false, 1000, 4000)})
            .rows.empty());
  CHECK(what_changed({loads("copy", false, 1000, 4000)}, {loads("copy", false, 1000, 8000)})
            .rows.empty());
  CHECK(what_changed({}, {loads("copy", false, 1000, 4000)}).rows.empty());
}

TEST_CASE("savings are said as they are") {
  CHECK(Change{"", 300, 200}.saving() == "33 % less");
  CHECK(Change{"", 2.5, 1}.saving() == "2.5 times less");
  CHECK(Change{"", 32, 1}.saving() == "32 times less");
  CHECK(Change{"", 4194304, 524288}.numbers() == "4 194 304 \u2192 524 288");
}

TEST_CASE("from an exercise the course goes on to the next, and from the last to what is open") {
  SampleLab sample;
  auto lab = sample.open("copy");
  CHECK(lab->standing().next->slug == "sums");
  CHECK(lab->standing().exercises == 3);
  CHECK(lab->standing().passed == 0);
  lab->open("race");
  REQUIRE(lab->standing().next);
  CHECK(lab->standing().next->slug == "copy");
  for (const char* slug : {"copy", "sums", "race"}) {
    lab->open(slug);
    CHECK_FALSE(lab->standing().is_done());
    run_to_the_end(*lab);
    lab->work()->document.code().insert("fixed ");
    run_to_the_end(*lab);
  }
  CHECK(lab->standing().is_done());
  CHECK_FALSE(lab->standing().next);
  const std::vector<CourseRow> rows = lab->summary();
  REQUIRE(rows.size() == 3);
  CHECK(rows[0].title == "Exercise copy");
  CHECK(rows[0].runs == 2);
  CHECK(rows[0].runs_to_pass == 2);
}

TEST_CASE("the starter is run once beside a text that passed, and beside no other") {
  SampleLab sample;
  int of_starter = 0;
  sample.grade = [&](const exercise::Exercise&, const std::string& source,
                     const verdict::GradeOptions&) {
    const bool fixed = source.find("fixed") != std::string::npos;
    of_starter += source.starts_with("// starter");
    verdict::ExerciseResult result;
    result.verdict = fixed ? verdict::Status::pass : verdict::Status::fail;
    result.gates = {gate("correct", result.verdict)};
    verdict::VariantCounters counted;
    counted.completed = counted.correct = true;
    result.counters = {counted};
    return result;
  };
  auto lab = sample.open();
  lab->work()->document.code().insert("wrong ");
  run_to_the_end(*lab);
  CHECK(of_starter == 0);
  CHECK_FALSE(lab->work()->starter);
  lab->work()->document.code().insert("fixed ");
  run_to_the_end(*lab);
  CHECK(of_starter == 1);
  CHECK(lab->work()->starter);
  lab->work()->document.code().insert(" ");
  run_to_the_end(*lab);
  CHECK(of_starter == 1);
}

TEST_CASE("ticks belong to the submission that is open") {
  SampleLab sample;
  {
    auto lab = sample.open();
    lab->work()->document.code().insert("fixed ");
    run_to_the_end(*lab);
    CHECK(lab->standing().passed == 1);
  }
  app::Lab::Places places = sample.places();
  places.submission = sample.folder.path() / "of another student";
  app::Lab other(places, sample.loader(), sample.grade, [] {});
  other.open("copy");
  CHECK(other.standing().passed == 0);
  CHECK(other.progress_of("copy") == Progress::untouched);
}

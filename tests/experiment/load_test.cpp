#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <set>

#include "sample_experiment.hpp"

using namespace warplab;
using namespace warplab::experiment;
namespace fs = std::filesystem;

TEST_CASE("every bad experiment file is refused with file, line, key and what was expected") {
  size_t files = 0;
  for (const auto& entry : fs::directory_iterator(kData / "bad")) {
    CAPTURE(entry.path().string());
    ++files;
    const std::string text = text_of(entry.path());
    const std::string marker = "# expect: ";
    REQUIRE(text.starts_with(marker));
    const std::string expected = text.substr(marker.size(), text.find('\n') - marker.size());
    const auto experiment = load_from_text(text, kData / "01-sample");
    REQUIRE(!experiment);
    CAPTURE(experiment.error());
    CAPTURE(expected);
    CHECK(experiment.error().find(expected) != std::string::npos);
    CHECK(experiment.error().starts_with((kData / "01-sample/experiment.toml").string() + ":"));
    CHECK(experiment.error().find('\n') == std::string::npos);
  }
  CHECK(files >= 60);
}

TEST_CASE("a parameter's values are numbers, texts, or tables that name several numbers") {
  const Experiment experiment = sample();
  REQUIRE(experiment.parameters.size() == 3);
  CHECK(experiment.parameters[0].is_number);
  CHECK(experiment.parameters[0].number(3) == 8);
  CHECK(!experiment.parameters[1].is_number);
  CHECK(experiment.parameters[1].values[1].label == "one thread");
  CHECK(values_at(experiment, {3, 1, 1}) ==
        exercise::Values{{"s", 8}, {"kernel", 1}, {"shape", 1}, {"wide", 128}, {"high", 1}});
}

TEST_CASE("a value is named by its label, and one that is not there is told from those that are") {
  const Experiment experiment = sample();
  const auto found = value_named(experiment.parameters[2], "128 x 1");
  REQUIRE(found);
  CHECK(*found == 1);
  const auto meant = value_named(experiment.parameters[1], "one thred");
  REQUIRE(!meant);
  CHECK(meant.error() == "\"one thred\" is no value of \"kernel\"; did you mean \"one thread\"?");
}

TEST_CASE("a sweep has a row for each curve and a point for each value, and leaves the rest") {
  const Experiment experiment = sample();
  CHECK(start_of(experiment) == Point{1, 0, 0});
  const auto rows = sweep_of(experiment, {1, 0, 1});
  REQUIRE(rows.size() == 2);
  REQUIRE(rows[1].size() == 4);
  CHECK(rows[1][3] == Point{3, 1, 1});
  CHECK(label_of(experiment, rows[1][3]) == "s = 8, kernel = one thread, shape = 128 x 1");
}

TEST_CASE("a claim without a point is about the whole sweep") {
  const Experiment experiment = sample();
  REQUIRE(experiment.claims.size() == 3);
  CHECK(experiment.claims[0].at == std::vector<Point>{{3, 0, 0}});
  CHECK(experiment.claims[0].min == 32.0);
  CHECK(experiment.claims[0].max == 32.0);
  CHECK(experiment.claims[1].relative == Claim::Relative::point);
  CHECK(experiment.claims[1].to == Point{0, 0, 0});
  CHECK(experiment.claims[2].at.size() == 8);
  CHECK(experiment.claims[2].relative == Claim::Relative::least);
}

TEST_CASE("an order's options are named by what tells its points apart") {
  const Experiment experiment = sample();
  CHECK(experiment.predictions[1].options == std::vector<std::string>{"s = 1", "s = 8"});
}

TEST_CASE("a series is a time where it names one, and belongs to a chart of its own") {
  const Experiment experiment = sample();
  CHECK(experiment.series[0].kind == SeriesKind::counted);
  CHECK(experiment.series[0].chart == "sectors");
  CHECK(experiment.series[1].kind == SeriesKind::timed);
  CHECK(experiment.has_times());
}

TEST_CASE("experiments stand among the exercises and neither is taken for the other") {
  const fs::path folder =
      fs::path(WARPLAB_BINARY_DIR) / ("experiment-test/course-" + std::to_string(getpid()));
  fs::remove_all(folder);
  fs::create_directories(folder / "02-broken");
  std::ofstream(folder / "02-broken/experiment.toml") << "title = 3\n";
  fs::copy(kData / "01-sample", folder / "10-sample");
  fs::copy(kData / "01-sample", folder / "11-both");
  std::ofstream(folder / "11-both/exercise.toml") << "title = \"Both\"\n";
  const auto experiments = load_all(folder);
  const auto exercises = exercise::load_all(folder);
  fs::remove_all(folder);
  REQUIRE(experiments);
  REQUIRE(experiments->size() == 2);
  CHECK(experiments->at(0).experiment);
  std::set<std::string> broken;
  for (const Entry& entry : *experiments)
    if (!entry.experiment) broken.insert(entry.folder.filename().string());
  CHECK(broken == std::set<std::string>{"02-broken"});
  REQUIRE(exercises);
  REQUIRE(exercises->size() == 1);
  CHECK(exercises->front().folder.filename() == "11-both");
  REQUIRE_FALSE(exercises->front().exercise);
  CHECK(exercises->front().exercise.error().find("stands beside an exercise.toml") !=
        std::string::npos);
}

TEST_CASE("a folder without experiments has none, and one that is not there is an error") {
  const auto none = load_all(kData / "bad");
  REQUIRE(none);
  CHECK(none->empty());
  CHECK(!load_all(kData / "nowhere"));
}

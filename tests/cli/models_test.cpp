// --model: times of GPUs that are not there.
#include "program.hpp"

using nlohmann::json;
using program::contains;
using program::Ended;
using program::Folder;
using program::grader;
using program::kExercisesFolder;
using program::kSolutionsFolder;

namespace {

Ended model(std::vector<std::string> more) {
  std::vector<std::string> words = {"doubled", "--exercises", kExercisesFolder, "--submission",
                                    kSolutionsFolder};
  words.insert(words.end(), more.begin(), more.end());
  return grader(words);
}

}  // namespace

TEST_CASE("--model prints a time, a range and what limits it") {
  const Ended ended = model({"--model", "Tesla T4"});
  CAPTURE(ended.out);
  CHECK(ended.exit_code == 0);
  CHECK(ended.err == "");
  CHECK(contains(ended.out, " on Tesla T4, "));
  CHECK(contains(ended.out, "modelled "));
  CHECK(contains(ended.out, "limited by"));
}

TEST_CASE("--format json has the models in each launch") {
  const Ended ended = model({"--model", "t4", "--model", "H200", "--format", "json"});
  REQUIRE(ended.exit_code == 0);
  const json report = json::parse(ended.out);
  const json& launches = report["exercises"][0]["launches"];
  REQUIRE(launches.size() == 1);
  const json& models = launches[0]["models"];
  REQUIRE(models.size() >= 2);
  CHECK(models[0]["gpu"] == "Tesla T4");
  CHECK(models[1]["gpu"] == "NVIDIA H200");
  for (const json& m : models) {
    CHECK((m["where"] == "graded" || m["where"] == "gpu"));
    CHECK(m["low_us"].get<double>() < m["time_us"].get<double>());
    CHECK(m["time_us"].get<double>() < m["high_us"].get<double>());
    CHECK(m["limiter"].is_string());
    CHECK(m["second_limiter"].is_string());
    CHECK(m["occupancy"]["blocks"].get<int>() > 0);
    CHECK(m["parts"]["launch"].get<double>() > 0);
    CHECK(m["bytes"].contains("dram"));
  }
}

TEST_CASE("without --model there are no models") {
  const Ended ended = model({"--format", "json"});
  REQUIRE(ended.exit_code == 0);
  const json report = json::parse(ended.out);
  CHECK(report["exercises"][0]["launches"][0]["models"].empty());
}

TEST_CASE("--model all models every GPU that is shipped") {
  const Ended ended = model({"--model", "all", "--format", "json"});
  REQUIRE(ended.exit_code == 0);
  const json report = json::parse(ended.out);
  CHECK(report["exercises"][0]["launches"][0]["models"].size() >= 11);
}

TEST_CASE("a GPU that nobody described ends the grader with those that there are") {
  const Ended ended = model({"--model", "Tesla T5"});
  CHECK(ended.exit_code == 2);
  CHECK(contains(ended.err,
                 "There is no model of \"Tesla T5\"; did you mean \"Tesla T4\"? There are "));
}

TEST_CASE("--model-file adds a GPU of one's own, and says what is wrong with it") {
  const Folder folder;
  std::string text =
      program::read(program::fs::path(WARPLAB_SOURCE_DIR) / "assets/gpus/tesla-t4.toml");
  const size_t name = text.find("\"Tesla T4\"");
  REQUIRE(name != std::string::npos);
  folder.write("mine.toml", text.replace(name, 10, "\"My own T4\""));
  const Ended ended = model({"--model-file", (folder.path() / "mine.toml").string()});
  CHECK(ended.exit_code == 0);
  CHECK(contains(ended.out, " on My own T4, "));
  folder.write("wrong.toml", "name = \"X\"\n");
  const Ended wrong = model({"--model-file", (folder.path() / "wrong.toml").string()});
  CHECK(wrong.exit_code == 2);
  CHECK(contains(wrong.err, "wrong.toml:1"));
}

TEST_CASE(
    "the course's own limit for a Tesla T4 lies between the transposes that it is to tell apart") {
  const auto time_of = [](const std::string& file) {
    const Folder folder;
    folder.write("transpose_conflict_free.cu",
                 program::read(program::fs::path(WARPLAB_SOURCE_DIR) / file));
    const Ended ended = grader({"transpose-conflict-free", "--backend", "sim", "--submission",
                                folder.path().string(), "--model", "Tesla T4", "--format", "json"});
    const json report = json::parse(ended.out);
    for (const json& m : report["exercises"][0]["launches"][0]["models"])
      if (m["where"] == "gpu") return m["time_us"].get<double>();
    return 0.0;
  };
  const double without = time_of("solutions/33-transpose-conflict-free/solution.cu");
  CHECK(without > 0);
  CHECK(without < 840);
  CHECK(time_of("exercises/33-transpose-conflict-free/transpose_conflict_free.cu") > 840);
}

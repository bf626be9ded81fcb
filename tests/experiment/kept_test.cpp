#include <fstream>

#include "experiment/kept.hpp"

#include <unistd.h>

#include "sample_experiment.hpp"

using namespace warplab;
using namespace warplab::experiment;
namespace fs = std::filesystem;

namespace {

KeptPrediction number_of(double number, bool right) {
  KeptPrediction kept{"sample", "at 8", Prediction::Kind::number, {}, right, "2001-01-01"};
  kept.said.number = number;
  return kept;
}

class Folder {
 public:
  Folder() : path(fs::path(WARPLAB_BINARY_DIR) / ("kept-test-" + std::to_string(getpid()))) {
    fs::create_directories(path);
  }
  ~Folder() { fs::remove_all(path); }
  fs::path path;
};

}  // namespace

TEST_CASE("predictions of every kind come back from the student's folder as they were made") {
  const Folder folder;
  KeptPredictions kept;
  CHECK(kept.add(number_of(12.5, false)));
  KeptPrediction order{"sample", "order", Prediction::Kind::order, {}, true, "2001-01-01"};
  order.said.order = {1, 0};
  CHECK(kept.add(order));
  KeptPrediction choice{"sample", "why", Prediction::Kind::choice, {}, true, "2001-01-01"};
  choice.said.choice = 1;
  CHECK(kept.add(choice));
  KeptPrediction curve{"sample", "curve", Prediction::Kind::curve, {}, false, "2001-01-01"};
  curve.said.curve = {4, 8.5, 16, 32};
  CHECK(kept.add(curve));
  REQUIRE(write_predictions(folder.path, kept));
  const auto read = read_predictions(folder.path);
  REQUIRE_MESSAGE(read, read.error());
  REQUIRE(read->all.size() == 4);
  CHECK(read->find("sample", "at 8")->said.number == 12.5);
  CHECK(read->find("sample", "order")->said.order == std::vector<size_t>{1, 0});
  CHECK(read->find("sample", "why")->said.choice == 1);
  CHECK(read->find("sample", "why")->right);
  CHECK(read->find("sample", "curve")->said.curve == std::vector<double>{4, 8.5, 16, 32});
  CHECK(read->find("sample", "nothing") == nullptr);
}

TEST_CASE("the first prediction stays, whatever is said after the answer was seen") {
  KeptPredictions kept;
  CHECK(kept.add(number_of(4, false)));
  CHECK(!kept.add(number_of(32, true)));
  CHECK(kept.find("sample", "at 8")->said.number == 4);
}

TEST_CASE("a folder without predictions holds none, and a broken file is told by its name") {
  const Folder folder;
  const auto none = read_predictions(folder.path);
  REQUIRE(none);
  CHECK(none->all.empty());
  std::ofstream(folder.path / kPredictionsFile) << "{\"predictions\": [{\"experiment\": \"a\"}]}";
  const auto broken = read_predictions(folder.path);
  REQUIRE(!broken);
  CHECK(broken.error().find("predictions.json: predictions[0]: expected") != std::string::npos);
  CHECK(!parse_predictions("[1, 2", "x"));
  CHECK(!parse_predictions(R"({"predictions": [{"experiment": "a", "prediction": "b",
                              "kind": "choice", "said": -1}]})",
                           "x"));
}

TEST_CASE("the course list is told how many are asked for, made and right") {
  KeptPredictions kept;
  const Experiment experiment = sample();
  CHECK(status_of(experiment, kept).asked == 4);
  CHECK(status_of(experiment, kept).made == 0);
  kept.add(number_of(32, true));
  CHECK(status_of(experiment, kept).made == 1);
  CHECK(status_of(experiment, kept).right == 1);
}

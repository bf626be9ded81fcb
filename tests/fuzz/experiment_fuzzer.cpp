// experiment.toml may say anything: loading it ends with an experiment or with one sentence, never
// with a crash, and what loads has every point of its sweep, claims and predictions.
#include <cstdlib>
#include <filesystem>
#include <string_view>

#include "experiment/experiment.hpp"

namespace {

using namespace warplab::experiment;

void require(bool condition) {
  if (!condition) std::abort();
}

void require_point(const Experiment& experiment, const Point& point) {
  require(point.size() == experiment.parameters.size());
  for (size_t i = 0; i < point.size(); ++i)
    require(point[i] < experiment.parameters[i].values.size());
  label_of(experiment, point);
  if (!experiment.has_launches()) return;
  const warplab::exercise::Variant variant{"default", values_at(experiment, point)};
  for (const warplab::exercise::SizeSet& size : experiment.rig.sizes)
    (void)warplab::exercise::instantiate(experiment.rig, size, variant, 1);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  // Its files are what good experiment files name, so that some of the inputs load.
  static const std::filesystem::path folder =
      std::filesystem::path(__FILE__).parent_path().parent_path() / "experiment/data/01-sample";
  const auto loaded =
      load_from_text(std::string_view(reinterpret_cast<const char*>(data), size), folder);
  if (!loaded) {
    require(loaded.error().find('\n') == std::string::npos);
    return 0;
  }
  for (const auto& row : sweep_of(*loaded, start_of(*loaded)))
    for (const Point& point : row) require_point(*loaded, point);
  for (const Claim& claim : loaded->claims)
    for (const Point& point : claim.at) require_point(*loaded, point);
  for (const Prediction& prediction : loaded->predictions) {
    require(prediction.kind == Prediction::Kind::choice ||
            prediction.series < loaded->series.size());
    for (const Point& point : prediction.points) require_point(*loaded, point);
  }
  return 0;
}

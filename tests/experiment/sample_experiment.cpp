#include "sample_experiment.hpp"

#include <optional>

#include "base/file_text.hpp"

namespace warplab::experiment {

std::string text_of(const std::filesystem::path& file) {
  const std::optional<std::string> text = file_text(file);
  REQUIRE_MESSAGE(text, file.string());
  return *text;
}

Experiment sample() {
  auto experiment = load(kData / "01-sample");
  REQUIRE_MESSAGE(experiment, experiment.error());
  return std::move(*experiment);
}

Result<Experiment> edited(const std::string& from, const std::string& to) {
  std::string text = text_of(kData / "01-sample/experiment.toml");
  const size_t at = text.find(from);
  REQUIRE_MESSAGE(at != std::string::npos, from);
  return load_from_text(text.replace(at, from.size(), to), kData / "01-sample");
}

}  // namespace warplab::experiment

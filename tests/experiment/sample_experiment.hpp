#pragma once
// The experiment in data/01-sample, and others made of its text.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>

#include "experiment/experiment.hpp"

namespace warplab::experiment {

inline const std::filesystem::path kData =
    std::filesystem::path(WARPLAB_SOURCE_DIR) / "tests/experiment/data";

inline std::string text_of(const std::filesystem::path& file) {
  std::ifstream in(file);
  REQUIRE_MESSAGE(in, file.string());
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

inline Experiment sample() {
  auto experiment = load(kData / "01-sample");
  REQUIRE_MESSAGE(experiment, experiment.error());
  return std::move(*experiment);
}

// The same with the first occurrence of `from` replaced.
inline Result<Experiment> edited(const std::string& from, const std::string& to) {
  std::string text = text_of(kData / "01-sample/experiment.toml");
  const size_t at = text.find(from);
  REQUIRE_MESSAGE(at != std::string::npos, from);
  return load_from_text(text.replace(at, from.size(), to), kData / "01-sample");
}

}  // namespace warplab::experiment

#pragma once
// The experiment in data/01-sample, and others made of its text.
#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <utility>

#include "experiment/experiment.hpp"

namespace warplab::experiment {

inline const std::filesystem::path kData =
    std::filesystem::path(WARPLAB_SOURCE_DIR) / "tests/experiment/data";

std::string text_of(const std::filesystem::path& file);

Experiment sample();

// The same with the first occurrence of `from` replaced.
Result<Experiment> edited(const std::string& from, const std::string& to);

}  // namespace warplab::experiment

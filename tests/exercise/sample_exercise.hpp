#pragma once
// The exercise files under data/, loaded as if they were the exercise.toml of data/01-sample.
#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <utility>

#include "exercise/exercise.hpp"

namespace warplab::exercise {

inline const std::filesystem::path kData =
    std::filesystem::path(WARPLAB_SOURCE_DIR) / "tests/exercise/data";

std::string text_of(const std::filesystem::path& file);

// data/good/NAME.toml
Exercise good(const std::string& name);

// The same with the first occurrence of `from` replaced.
Result<Exercise> edited(const std::string& name, const std::string& from, const std::string& to);

inline const SizeSet& size_for(const Exercise& exercise, SizeSet::Purpose purpose) {
  for (const SizeSet& size : exercise.sizes)
    if (size.purpose == purpose) return size;
  FAIL("no size for this purpose");
  return exercise.sizes.front();
}

Case case_of(const Exercise& exercise, SizeSet::Purpose purpose, uint64_t seed = 1,
             std::optional<Dim3> block = std::nullopt, size_t variant = 0);

}  // namespace warplab::exercise

#pragma once
// The exercise files under data/, loaded as if they were the exercise.toml of data/01-sample.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>

#include "exercise/exercise.hpp"

namespace warplab::exercise {

inline const std::filesystem::path kData =
    std::filesystem::path(WARPLAB_SOURCE_DIR) / "tests/exercise/data";

inline std::string text_of(const std::filesystem::path& file) {
  std::ifstream in(file);
  REQUIRE_MESSAGE(in, file.string());
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

// data/good/NAME.toml
inline Exercise good(const std::string& name) {
  auto exercise = load_from_text(text_of(kData / "good" / (name + ".toml")), kData / "01-sample");
  REQUIRE_MESSAGE(exercise, exercise.error());
  return std::move(*exercise);
}

// The same with the first occurrence of `from` replaced.
inline Result<Exercise> edited(const std::string& name, const std::string& from,
                               const std::string& to) {
  std::string text = text_of(kData / "good" / (name + ".toml"));
  const size_t at = text.find(from);
  REQUIRE_MESSAGE(at != std::string::npos, from);
  return load_from_text(text.replace(at, from.size(), to), kData / "01-sample");
}

inline const SizeSet& size_for(const Exercise& exercise, SizeSet::Purpose purpose) {
  for (const SizeSet& size : exercise.sizes)
    if (size.purpose == purpose) return size;
  FAIL("no size for this purpose");
  return exercise.sizes.front();
}

inline Case case_of(const Exercise& exercise, SizeSet::Purpose purpose, uint64_t seed = 1,
                    std::optional<Dim3> block = std::nullopt, size_t variant = 0) {
  auto made = instantiate(exercise, size_for(exercise, purpose), exercise.variants.at(variant),
                          seed, block);
  REQUIRE_MESSAGE(made, made.error());
  return std::move(*made);
}

}  // namespace warplab::exercise

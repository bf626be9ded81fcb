#include "sample_exercise.hpp"

#include <optional>

#include "base/file_text.hpp"

namespace warplab::exercise {

std::string text_of(const std::filesystem::path& file) {
  const std::optional<std::string> text = file_text(file);
  REQUIRE_MESSAGE(text, file.string());
  return *text;
}

Exercise good(const std::string& name) {
  auto exercise = load_from_text(text_of(kData / "good" / (name + ".toml")), kData / "01-sample");
  REQUIRE_MESSAGE(exercise, exercise.error());
  return std::move(*exercise);
}

Result<Exercise> edited(const std::string& name, const std::string& from, const std::string& to) {
  std::string text = text_of(kData / "good" / (name + ".toml"));
  const size_t at = text.find(from);
  REQUIRE_MESSAGE(at != std::string::npos, from);
  return load_from_text(text.replace(at, from.size(), to), kData / "01-sample");
}

Case case_of(const Exercise& exercise, SizeSet::Purpose purpose, uint64_t seed,
             std::optional<Dim3> block, size_t variant) {
  auto made = instantiate(exercise, size_for(exercise, purpose), exercise.variants.at(variant),
                          seed, block);
  REQUIRE_MESSAGE(made, made.error());
  return std::move(*made);
}

}  // namespace warplab::exercise

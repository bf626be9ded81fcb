#pragma once
// What stands beside a statement in other languages and pictures: files that no grading reads.
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace warplab::exercise {

struct Exercise;

// exercise.fr.toml, and experiment.fr.toml: `hints`, as many as the exercise has; `title` and
// `module` where they are translated, else empty.
struct Translation {
  std::string title, module;
  std::vector<std::string> hints;
};
Result<Translation> load_translation(std::string_view text, const std::string& file,
                                     size_t hint_count);

// "statement.md" in the language "fr" is "statement.fr.md".
std::string in_language(const std::string& file_name, std::string_view language);

// The language that a file's name says, of NAME.LANGUAGE.ENDING; empty: none.
std::string language_in(const std::string& file_name);

// Everything that is wrong with an exercise's translations and pictures that move, and with the
// glossaries of its course: sentences with file, line and key.
std::vector<std::string> statement_problems(const Exercise& exercise);

}  // namespace warplab::exercise

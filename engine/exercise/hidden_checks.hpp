#pragma once
// What an instructor checks beside the checks that students get: further sizes, seeds, inputs and
// gates of an exercise, from a table of a file of the instructor's own. docs/COURSE-GRADING.md
// describes its keys.
#include <filesystem>

#include "exercise/exercise.hpp"
#include "exercise/toml_reader.hpp"

namespace warplab::exercise {

// `exercise` with these sizes, seeds, inputs and gates in place of its own; what is not said stays.
// It launches the same kernels on the same buffers, and its hash is over both descriptions.
// `folder` holds pictures that inputs name. What is wrong is noted in the table's Problems.
Exercise with_hidden_checks(const TomlTable& table, const Exercise& exercise,
                            const std::filesystem::path& folder);

}  // namespace warplab::exercise

#pragma once
// Which exercises a command is about: where their folder is, and those that were named.
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "exercise/exercise.hpp"

namespace warplab::grader {

// The folder given, else the one that came with the program (exercise/places.hpp).
Result<std::filesystem::path> find_exercises(const std::optional<std::filesystem::path>& given);
// The same for whoever works in the exercises themselves: an installed course is copied first.
Result<std::filesystem::path> find_own_exercises(const std::optional<std::filesystem::path>& given);

// The descriptions of GPUs that come with Warp Lab.
Result<std::filesystem::path> find_gpus();

// The solutions that belong to a folder of exercises: the one given, else `solutions` beside it.
std::filesystem::path solutions_of(const std::filesystem::path& exercises,
                                   const std::optional<std::filesystem::path>& given);

// "22-column-sums" has the slug "column-sums".
std::string slug_of(const std::filesystem::path& folder);

// Those of `all` that `names` say (slugs, folder names or students' files), in course order, each
// once; all of them when `names` is empty. An unknown name is an Error that says what was probably
// meant.
Result<std::vector<const exercise::Entry*>> choose(const std::vector<exercise::Entry>& all,
                                                   const std::vector<std::string>& names);

}  // namespace warplab::grader

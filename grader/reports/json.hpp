#pragma once
// `grader list` for programs. Results and checks have their JSON in verdict/.
#include <string>
#include <vector>

#include "exercise/exercise.hpp"

namespace warplab::grader {

// {"schema": 1, "exercises": [{"slug", "title", "module", "student_file", "folder", "error"}]}
std::string list_json(const std::vector<exercise::Entry>& entries);

}  // namespace warplab::grader

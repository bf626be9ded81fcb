#pragma once
// The course is read while the window is made: both take about as long, and neither needs the
// other.
#include <filesystem>

#include "course/course.hpp"

namespace warplab::app {

// Begins to read `folder` in a thread of its own. What comes back is given to Course: the first
// call for this folder waits for what is read already, every other one reads as `loaders` do. What
// cannot be read is told by that first call, as by the loaders themselves.
CourseLoaders read_ahead(const std::filesystem::path& folder, CourseLoaders loaders);

}  // namespace warplab::app

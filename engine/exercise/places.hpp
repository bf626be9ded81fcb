#pragma once
// Where Warp Lab's own files are, and the course that a person works on. In a clone they are one.
// An installed course belongs to the system, and each person works on a copy of it.
#include <filesystem>

#include "base/result.hpp"

namespace warplab::exercise {

// NAME ("exercises", "assets/gpus") in the clone, of which a program lies in build/bin; below
// share/warplab of a system, where it lies in libexec/warplab. Empty: it is in neither.
std::filesystem::path shipped_folder(const std::filesystem::path& name);

// The folder of exercises to work on: the clone's, or $HOME/warp-lab/exercises. Where there is no
// home that can be written the installed one. The Error says why there is no copy.
Result<std::filesystem::path> own_exercises();

// Makes the copy, or brings it up to date: what is new or newer is copied. A file that somebody
// has changed or put there stays as it is (as dpkg does with configuration), also where `shipped`
// has another one by now.
Result<bool> copy_course(const std::filesystem::path& shipped, const std::filesystem::path& copy);

}  // namespace warplab::exercise

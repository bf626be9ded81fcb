#pragma once
// Files that exercise.toml names: only ordinary ones that lie in the exercise's own folder.
#include <cstdint>
#include <filesystem>
#include <string>

#include "base/result.hpp"

namespace warplab::exercise {

// The content of `folder`/`name`. Every step of `name` is opened in the folder before it and no
// link is followed, so that an exercise from somebody else shows nothing of this machine. The Error
// is a sentence about `name`: absolute, leads out of the folder, a link, missing, no ordinary file,
// more than `most` bytes.
Result<std::string> read_beneath(const std::filesystem::path& folder, const std::string& name,
                                 uint64_t most);

}  // namespace warplab::exercise

#pragma once
// Reading the text of a kernel. A submission comes from a stranger: a folder, a pipe, a device, a
// link to somebody else's file or a gigabyte of anything may stand where a kernel should be.
#include <cstdint>
#include <filesystem>
#include <string>

#include "base/result.hpp"

namespace warplab::verdict {

// A kernel file of this course has some hundred lines; a megabyte is thirty thousand.
inline constexpr uint64_t kMaxSourceBytes = 1'000'000;

// The text of `file`, which is the instructor's or the user's own: links are followed. At most 1
// MB; a byte order mark in front is left away. The Error is a sentence for the student: missing,
// empty, binary, too large.
Result<std::string> read_source(const std::filesystem::path& file);

struct Submitted {
  bool is_there = false;  // false: there is no such name; `text` says so, too
  // The errno with which the system refused it: no descriptor or memory left, a disk that fails, no
  // permission, no folder any more. Then the machine is at fault and not the file, and `text` says
  // so. 0: it refused nothing.
  int refused = 0;
  Result<std::string> text = Error{""};
};
// As read_source().
Submitted read_followed(const std::filesystem::path& file);

// The text of `file`, a relative path, in the folder of a submission. Nothing beneath the folder is
// followed: a link, to a file or to a folder on the way, and a file that has a second name (a hard
// link) are errors with a sentence of their own. `folder` itself may be a link.
Submitted read_submitted(const std::filesystem::path& folder, const std::filesystem::path& file);

// The text in `bytes`, which were read from a file called `name`: by the same rules.
Result<std::string> source_in(const std::string& name, std::string bytes);

}  // namespace warplab::verdict

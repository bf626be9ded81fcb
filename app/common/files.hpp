#pragma once
// Reading and replacing whole files so that a crash leaves the old content or the new, never half.
#include <filesystem>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace warplab::app {

enum class Durability {
  process,  // survives the end of this program, however it ends
  machine,  // survives a power cut too; waits for the disk
};

// Writes to a temporary file in the same folder and renames it over `file`; makes the folder if
// needed. A symbolic link is followed, so that the link itself stays.
Result<bool> replace_file(const std::filesystem::path& file, std::string_view content,
                          Durability durability = Durability::machine);

// The Error is a sentence that names the file.
Result<std::string> read_file(const std::filesystem::path& file, size_t limit_bytes = 64u << 20);

// 64-bit FNV-1a of `text` as 16 hexadecimal digits: names and comparisons, not security.
std::string fingerprint(std::string_view text);

}  // namespace warplab::app

#pragma once
// Reading small files of the instructor's as they are.
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>

namespace warplab {

// All bytes of `file`; none where it cannot be read.
inline std::optional<std::string> file_text(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  if (!in) return std::nullopt;
  return std::move(text).str();
}

}  // namespace warplab

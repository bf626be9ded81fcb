#include "course/programs.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <system_error>

#include "compile/nvrtc.hpp"
#include "exercise/sha256.hpp"
#include "verdict/report/made_by.hpp"

namespace warplab::course {
namespace {

namespace fs = std::filesystem;

constexpr size_t kDigits = 16;

// The library that the worker will load; "" where there is none, which it will say.
fs::path nvrtc_library() {
  const compile::NvrtcSearch search = compile::search_of_this_process();
  std::error_code unknown;
  for (const std::string& candidate : compile::nvrtc_candidates(search).libraries)
    if (candidate.find('/') != std::string::npos && fs::is_regular_file(candidate, unknown))
      return candidate;
  const Result<compile::Nvrtc> loaded = compile::load_nvrtc(search);
  return loaded ? loaded->library : "";
}

std::string hash_of_library(const fs::path& file) {
  std::error_code unknown;
  std::string start(size_t{1} << 20, '\0');
  std::ifstream in(file, std::ios::binary);
  in.read(start.data(), static_cast<std::streamsize>(start.size()));
  start.resize(static_cast<size_t>(in.gcount()));
  start += std::to_string(fs::file_size(file, unknown));
  return exercise::hex_text(exercise::sha256(start)).substr(0, kDigits);
}

}  // namespace

const std::string& programs_text() {
  static const std::string text =
      fmt::format("Warp Lab {}, programs {}, NVRTC {}", WARPLAB_VERSION,
                  verdict::program_hash().substr(0, kDigits), hash_of_library(nvrtc_library()));
  return text;
}

}  // namespace warplab::course

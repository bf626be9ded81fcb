#include "common/user_folders.hpp"

#include <unistd.h>

#include <cstdlib>
#include <string>

namespace warplab::app {
namespace {

namespace fs = std::filesystem;

// The specification says that relative paths in these variables are to be ignored.
fs::path absolute_from(const char* variable) {
  const char* value = std::getenv(variable);
  if (!value || value[0] != '/') return {};
  return value;
}

}  // namespace

UserFolders user_folders() {
  fs::path home = absolute_from("HOME");
  if (home.empty()) {
    std::error_code error;
    home = fs::temp_directory_path(error) / ("warplab-" + std::to_string(::getuid()));
  }
  const fs::path data = absolute_from("XDG_DATA_HOME");
  const fs::path settings = absolute_from("XDG_CONFIG_HOME");
  return {(data.empty() ? home / ".local" / "share" : data) / "warplab",
          (settings.empty() ? home / ".config" : settings) / "warplab"};
}

}  // namespace warplab::app

#pragma once
// Where a user's own things live: the XDG base directories. Nothing of the project's is written
// there by anyone else, and the window writes nothing of its own into the project.
#include <filesystem>

namespace warplab::app {

struct UserFolders {
  std::filesystem::path data;      // $XDG_DATA_HOME/warplab: history and unsaved text
  std::filesystem::path settings;  // $XDG_CONFIG_HOME/warplab
};

// From the environment; without a home folder, below the system's folder for temporary files.
UserFolders user_folders();

}  // namespace warplab::app

#pragma once
// What can be asked for on the command line.
#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include "common/settings.hpp"
#include "shell/tabs.hpp"

namespace warplab::app {

struct CommandLine {
  std::string exercise;  // slug, folder name or number; empty: the last one
  bool run = false;
  std::optional<Tab> tab;
  int line = 0;                             // where the caret goes; 0: where it was
  bool play = false;                        // the tab Live plays at once
  std::optional<std::pair<int, int>> size;  // pixels
  std::filesystem::path screenshot;         // empty: none
  int frames = 0;                           // 0: until the window is closed
  std::filesystem::path exercises, submission;
  std::optional<ThemeChoice> theme;
  std::optional<std::string> language;  // of statements
  double scale = 0;                     // 0: the screen's
  std::string measure;  // "start", "scroll", "typing", "steps": prints numbers, ends
  int step = 1;         // of pictures that move in the statement
  // Such a window is no student's, and remembers nothing.
  bool ends_by_itself() const { return !screenshot.empty() || frames > 0 || !measure.empty(); }
  bool interop = true;  // where CUDA and OpenGL work together
};

struct ParsedCommandLine {
  std::optional<CommandLine> options;  // none: the program ends with `exit_code`
  int exit_code = 0;
};

// Prints help, the version and mistakes itself. Folders that were not given are filled in.
ParsedCommandLine parse_command_line(int argc, char** argv);

}  // namespace warplab::app

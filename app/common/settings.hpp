#pragma once
// What the window remembers between starts.
#include <filesystem>
#include <map>
#include <string>

namespace warplab::app {

enum class ThemeChoice { dark, light };

// Shares of the window that the splitters set, each between 0 and 1, and what is folded away. As
// it is at first, 80 columns of code are in sight from 1280 x 720 on.
struct Layout {
  float left = 0.22f;    // width of the statement's column, where three panes stand side by side
  float right = 0.34f;   // width of the tabs there
  float beside = 0.41f;  // width of the one pane beside the editor, where two do
  float code = 0.45f;    // height of what the compiler made, below the text
  bool left_folded = false, right_folded = false;
  bool course_folded = true;  // to a line above the statement
  bool task_folded = false;   // what is to be done, below the theory
  friend bool operator==(const Layout&, const Layout&) = default;
};

struct Settings {
  ThemeChoice theme = ThemeChoice::dark;
  float font_size = 16;  // in points of a screen at scale 1
  Layout layout;
  bool wrap_lines = false;  // of code that are wider than the editor
  bool run_on_save = false;
  int compute_capability = 90;
  // What runs kernels: the UUID of a GPU, after the simulator; kSimulatorOnly; empty: the first GPU
  // there is.
  std::string device;
  std::string model_gpu;      // whose times are modelled, by its name; empty: none was chosen yet
  std::string last_exercise;  // slug
  // By slug: whether the statement is read, or what came of a run. Not there: what is natural, the
  // statement until the first run.
  std::map<std::string, bool> reads;
  // By slug: what was written into a statement's field.
  std::map<std::string, std::string> written;
  std::string language;  // of statements: "fr"; "en"; empty: the system's
  int window_width = 1440, window_height = 900;
  friend bool operator==(const Settings&, const Settings&) = default;
};

inline constexpr const char* kSimulatorOnly = "simulator";
inline constexpr float kSmallestFont = 10, kLargestFont = 28;

// Values that are missing or make no sense become the defaults; a damaged file is all defaults.
Settings load_settings(const std::filesystem::path& folder);
// Failing to write costs a warning in the log at most, so nothing is returned.
void save_settings(const std::filesystem::path& folder, const Settings& settings);

}  // namespace warplab::app

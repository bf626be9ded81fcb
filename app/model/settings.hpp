#pragma once
// What the window remembers between starts.
#include <filesystem>
#include <string>

namespace warplab::app {

enum class ThemeChoice { dark, light };

// Shares of the window that the splitters set, each between 0 and 1.
struct LayoutShares {
  float left = 0.28f;      // width of the course list and statement
  float right = 0.34f;     // width of the tabs
  float course = 0.33f;    // height of the course list in the left column
  float messages = 0.20f;  // height of the messages
  friend bool operator==(const LayoutShares&, const LayoutShares&) = default;
};

struct Settings {
  ThemeChoice theme = ThemeChoice::dark;
  float font_size = 16;  // in points of a screen at scale 1
  LayoutShares layout;
  bool run_on_save = false;
  int compute_capability = 90;
  // What runs kernels: the UUID of a GPU, after the simulator; kSimulatorOnly; empty: the first GPU
  // there is.
  std::string device;
  std::string model_gpu;      // whose times are modelled, by its name; empty: none was chosen yet
  std::string last_exercise;  // slug
  std::string language;       // of statements: "fr"; "en"; empty: the system's
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

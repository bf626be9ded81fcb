#pragma once
// What every view gets besides its state and the model: fonts and colours, the keys of this frame,
// and the ways out, none of which needs a display.
#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "common/selection.hpp"
#include "draw/color_map.hpp"
#include "draw/fonts.hpp"
#include "draw/picture.hpp"
#include "draw/theme.hpp"

struct ImGuiWindow;

namespace warplab::app {

// Seconds until a view wants to be drawn again: while something moves, and while it waits for what
// is being worked out.
inline constexpr double kMotionFrameTime = 1.0 / 60, kWorkFrameTime = 1.0 / 30;

// Keys have the codes of GLFW: upper-case ASCII for what is printed, these for the rest.
namespace key {
inline constexpr int kEscape = 256, kEnter = 257, kTab = 258, kBackspace = 259, kDelete = 261,
                     kRight = 262, kLeft = 263, kDown = 264, kUp = 265, kPageUp = 266,
                     kPageDown = 267, kHome = 268, kEnd = 269, kF1 = 290, kF2 = 291, kF3 = 292,
                     kF4 = 293, kF5 = 294, kF6 = 295, kF8 = 297, kF9 = 298, kF10 = 299, kF11 = 300,
                     kKeypadEnter = 335, kKeypadAdd = 334, kKeypadSubtract = 333;
inline constexpr unsigned kShift = 1, kControl = 2, kAlt = 4;
}  // namespace key

// A key press or typed text, in the order in which they came: ImGui 1.86 loses a key that goes down
// and up within one frame, and the order between keys and text.
struct InputEvent {
  int key = 0;  // 0: text
  unsigned modifiers = 0;
  std::string text;  // UTF-8
  bool is(int wanted, unsigned with = 0) const { return key == wanted && modifiers == with; }
};

enum class Pane { top, course, statement, editor, code, tabs };
inline constexpr size_t kPaneCount = 6;
// One each, see shell/tabs.hpp.
enum class Tab : uint8_t { result, memory, steps, time, live, experiment };

// What a view asks for. draw_lab_window() carries it out after the frame.
struct OpenExercise {
  std::string slug;
};
struct GoToLine {
  int line = 1;    // from 1
  int column = 0;  // from 1; 0: the first that is no space
};
struct RunNow {
  int other_schedules = 0;
};
struct CancelRun {};
struct SaveFile {};
struct ShowHint {};
struct AskToReset {};  // opens the question
struct ResetToStarter {};
struct OpenInEditor {};
struct OpenProgram {  // a whole one, without an exercise
  std::string file;   // empty: it is asked for
};
struct OpenLink {
  std::string address;  // of the web, or a file below the exercise's folder
};
struct RestoreAttempt {
  std::string id;
};
struct ShowEarlier {  // its pictures, beside those of the last run
  std::string id, title;
};
struct ShowNewestEarlier {};
struct HideEarlier {};
struct ShowVariant {
  size_t variant = 0;
};
struct ShowTab {
  Tab tab{};
};
struct Select {
  Selection selection;
};
struct SelectLine {
  int line = 0;               // of the text as it is now
  std::optional<int> launch;  // index into Exercise::launches
};
// On a line of the text as it is now, for any thread; or away with all that it has.
struct ToggleBreakpoint {
  int line = 0;
};
struct FocusPane {
  Pane pane = Pane::editor;
};
struct ChangeFontSize {
  float by = 0;  // 0: back to the ordinary size
};
struct SetTheme {
  ThemeChoice theme = ThemeChoice::dark;
};
struct ResetLayout {};
struct ReadStatement {};  // beside the code at a width at which it can be read, and back
struct ShowCode {};       // what the compiler made of the text, below it, and away
struct ShowHistory {};
enum class Fold : uint8_t { statement, tabs, course };
struct FoldPane {  // away, or back
  Fold which = Fold::statement;
};
struct WrapLines {};  // of code that are wider than the editor, and back
struct ShowShortcuts {};
struct KeepMine {};
struct TakeTheirs {};
struct Quit {};
using Action = std::variant<ShowEarlier, ShowNewestEarlier, HideEarlier, OpenExercise, GoToLine,
                            RunNow, CancelRun, SaveFile, ShowHint, AskToReset, ResetToStarter,
                            OpenInEditor, OpenLink, RestoreAttempt, ShowVariant, ShowTab, Select,
                            SelectLine, ToggleBreakpoint, FocusPane, ChangeFontSize, SetTheme,
                            ResetLayout, ReadStatement, ShowCode, ShowHistory, FoldPane, WrapLines,
                            ShowShortcuts, KeepMine, TakeTheirs, Quit, OpenProgram>;

// Turns grids of values into textures, with the shader in shaders/. A test's own draws nothing.
class PicturePainter {
 public:
  virtual ~PicturePainter() = default;
  // `slot` names a texture that is kept; painting it again replaces it. The texture has one texel a
  // value.
  virtual ImTextureID paint(int slot, const ValueGrid& grid, const ValueRange& range,
                            const ColorMap& map) = 0;
  virtual ImTextureID color_bar(const ColorMap& map) = 0;  // 256 x 1, low end first
};

// Pictures in memory of the GPU that draws, where CUDA and OpenGL work together: a GPU worker
// writes them, and they are painted without touching the host.
class DevicePictures {
 public:
  virtual ~DevicePictures() = default;
  virtual const std::string& uuid() const = 0;  // of that GPU
  virtual int descriptor() = 0;        // names the memory to another process; -1: there is none
  virtual uint64_t bytes() const = 0;  // of all of it, once it was asked for by descriptor()
  // Single-precision values from `offset` on, as PicturePainter::paint().
  virtual Result<ImTextureID> paint(int slot, uint64_t offset, int rows, int columns,
                                    const ValueRange& range, const ColorMap& map) = 0;
};

// Pictures of statements, by their file.
class Images {
 public:
  struct Image {
    ImTextureID texture = nullptr;
    int width = 0, height = 0;  // 0: there is no such picture
  };
  virtual ~Images() = default;
  virtual Image load(const std::filesystem::path& file) = 0;
};

// The rest of the desktop.
class Desktop {
 public:
  virtual ~Desktop() = default;
  // Both return an empty string, or a sentence that says why it did not work.
  virtual std::string open_in_editor(const std::filesystem::path& file) = 0;
  virtual std::string open_link(const std::string& address) = 0;
  virtual void quit() = 0;
};

// A frame that takes as many seconds is no frame of a GPU that is well.
inline constexpr double kSlowFrame = 2;

struct Ui {
  Fonts fonts;
  // Letters beyond ASCII that were to be drawn in the editor and that `fonts` did not have.
  std::set<char32_t> missing_letters;
  int fonts_generation = 0;  // another number: other fonts, whatever their addresses
  const Palette* palette = nullptr;
  float scale = 1;  // pixels of a unit
  std::vector<InputEvent> input;
  std::vector<int> held_keys;  // that are down now
  bool holds(int key) const { return std::ranges::find(held_keys, key) != held_keys.end(); }
  std::vector<std::filesystem::path> dropped_files;  // on the window, since the last frame
  std::vector<Action> actions;
  PicturePainter* painter = nullptr;
  DevicePictures* device_pictures = nullptr;  // null: interop is off
  std::string interop = "not tried";          // for the status line: "on", "off: ..."
  std::string interop_trouble;  // why the live picture came through the host although it is on
  double frame_seconds = 0;     // that the last frame took to be drawn
  Images* images = nullptr;
  Desktop* desktop = nullptr;
  std::string device;  // what draws, for the status line: "llvmpipe"
  // What can be pressed in this frame, in the order of Tab; tests find things by name.
  struct PlacedItem {
    std::string name;
    ImVec2 min, max;
    ImGuiID id = 0;  // 0: not for the keyboard
    ImGuiWindow* window = nullptr;
    Pane pane = Pane::top;
    bool takes_arrows = false;  // a bar that is moved, code that is panned: see `nudge`
    bool is_field = false;      // that is typed into
    bool is_text = false;       // the editor
    std::string label;          // of a button, what stands on it
  };
  std::vector<PlacedItem> items;
  size_t motion_step = 0;                            // at which pictures that move begin
  std::string tooltip;                               // what stands under the mouse; empty: nothing
  Pane pane = Pane::top;                             // that is being drawn
  bool pane_has_keyboard = false;                    // and its keys are not the editor's
  std::array<ImGuiWindow*, kPaneCount> scrolling{};  // what Page Up and Down move in a pane
  ImGuiID focused_item = 0;  // that the keyboard stands on, with a ring; 0: none
  ImGuiID activated = 0;  // the item that was pressed by keyboard; ImGui's own notice by themselves
  struct Nudge {
    ImGuiID id = 0;
    float x = 0, y = 0;  // steps
  };
  Nudge nudge;              // the arrows, for the item that takes them
  double now = 0;           // seconds
  double wake_after = 1e9;  // seconds until the next frame, if nothing happens before

  float px(float units) const { return units * scale; }
  const Palette& color() const { return *palette; }
  // Asks for a frame at the latest after so many seconds.
  void wake_within(double seconds) { wake_after = std::min(wake_after, seconds); }
  // Of an Action's alternatives. Compiled in ui.cpp, for all of them: what a variant of thirty
  // needs to be kept in a list is more than most views are.
  template <class T>
  void ask(T action);

  Ui();
  ~Ui();
  Ui(const Ui&) = delete;
  Ui& operator=(const Ui&) = delete;
};

}  // namespace warplab::app

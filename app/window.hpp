#pragma once
// The window on the screen: GLFW, GL and ImGui around draw_lab_window(). It draws when something
// happened and sleeps otherwise.
#include <atomic>
#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "command_line.hpp"
#include "gl/image_textures.hpp"
#include "gl/interop_pictures.hpp"
#include "gl/interop_probe.hpp"
#include "gl/picture_painter.hpp"
#include "lab/lab.hpp"
#include "shell/lab_window.hpp"

struct GLFWwindow;

namespace warplab::app {

class Window {
 public:
  // The Error says what is missing: a display, or OpenGL 3.3.
  static Result<std::unique_ptr<Window>> open(const CommandLine& options, const Settings& settings);
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  // From any thread: there is something new to show.
  void wake();
  // Until the window is closed, or what the command line asked for is done. Returns the exit code.
  int run(Lab& lab, std::chrono::steady_clock::time_point program_start);

 private:
  explicit Window(const CommandLine& options) : options_(options) {}
  void install_callbacks();
  void hold(int key, bool is_down);
  void begin_fonts(const Settings& settings);
  void use_theme_and_fonts(const Settings& settings);
  void begin_frame(Lab& lab);
  void draw_frame(Lab& lab);
  bool wait_for_something();
  void follow_interop();
  bool stay_quiet(Lab& lab);
  Result<bool> save_screenshot();
  void take_options();
  // What a screenshot waits for.
  enum class Awaited { nothing, is_coming, has_come };
  Awaited awaited(const Lab& lab) const;
  std::optional<int> do_batch(const Lab& lab, int frames);
  // In window_measures.cpp; each prints what it measured and returns the exit status.
  int measure_start(std::chrono::steady_clock::time_point program_start) const;
  int measure_scrolling(Lab& lab);
  int measure_typing(Lab& lab);
  int measure_stepping(Lab& lab);
  std::optional<int> measure_steps_once_there(Lab& lab);
  std::string measure_frames(Lab& lab, int count, const std::function<void(int)>& prepare);
  float scale() const;
  float scale_of(float x, float y) const;
  static Window& of(GLFWwindow* window);

  CommandLine options_;
  GLFWwindow* window_ = nullptr;
  std::unique_ptr<gl::ShaderPainter> painter_;
  std::unique_ptr<gl::ImageTextures> images_;
  std::unique_ptr<gl::InteropProbe> interop_;             // null again when its answer was taken
  std::unique_ptr<gl::InteropPictures> device_pictures_;  // null: the probe did not say "on"
  std::unique_ptr<Desktop> desktop_;
  Ui ui_;
  LabWindowState state_;
  std::vector<InputEvent> events_;
  std::atomic<bool> woken_ = false;
  bool something_happened_ = false, got_focus_ = false;
  int settle_frames_ = 3;  // frames still to draw until ImGui has come to rest
  int frames_since_result_ = 0;
  ImFontAtlas atlas_;
  float pixels_ahead_ = 0;
  std::future<Fonts> fonts_ahead_;  // drawn into the atlas beside the opening of the window
  float built_font_pixels_ = 0;
  std::set<char32_t> further_letters_;  // that the system's fonts were asked for
  ThemeChoice built_theme_ = ThemeChoice::dark;
  bool theme_is_built_ = false;
  bool is_quiet_ = false;  // a kernel is timed, and its progress has been drawn
  std::string title_;
};

}  // namespace warplab::app

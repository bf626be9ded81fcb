#include "window.hpp"

#include <fmt/format.h>
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui.h>
#include <imgui_impl_glfw.h>
#include <imgui_impl_opengl3.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cfloat>
#include <cmath>
#include <filesystem>
#include <string>

#include "base/utf8.hpp"
#include "desktop.hpp"
#include "gl/context.hpp"
#include "gl/screenshot.hpp"

namespace warplab::app {
namespace {

using Clock = std::chrono::steady_clock;

// ImGui needs a few frames after an event: one to notice, one to lay out, one to show.
constexpr int kFramesToSettle = 3;
// With a screenshot: enough that scroll bars and the caret have found their places.
constexpr int kFramesBeforeScreenshot = 6;
constexpr int kLeastWidth = 800, kLeastHeight = 500;

std::string glfw_error;

// The letter that the student's keyboard has there, so that Ctrl+Z is where Z is.
int key_of(int key, int scancode) {
  if (key > 255 && key != GLFW_KEY_UNKNOWN) return key;
  const char* name = glfwGetKeyName(key, scancode);
  if (name && name[0] && !name[1]) return std::toupper(static_cast<unsigned char>(name[0]));
  return key;
}

float font_pixels(const Settings& settings, float scale) {
  return std::round(settings.font_size * scale);
}

unsigned modifiers_of(int mods) {
  unsigned modifiers = 0;
  if (mods & GLFW_MOD_SHIFT) modifiers |= key::kShift;
  if (mods & GLFW_MOD_CONTROL) modifiers |= key::kControl;
  if (mods & GLFW_MOD_ALT) modifiers |= key::kAlt;
  return modifiers;
}

// The mark of the top bar, for task bars.
void set_icon(GLFWwindow* window) {
  constexpr int kSize = 64;
  std::vector<unsigned char> pixels(kSize * kSize * 4, 0);
  for (int y = 0; y < kSize; ++y)
    for (int x = 0; x < kSize; ++x) {
      const int lane = x / 8, top = lane == 5 ? 3 : 16;
      if (x % 8 < 1 || x % 8 > 6 || y < top || y > top + 40) continue;
      unsigned char* pixel = &pixels[static_cast<size_t>(y * kSize + x) * 4];
      const std::array<unsigned char, 4> color =
          lane == 5 ? std::array<unsigned char, 4>{0xE8, 0xBB, 0x4E, 0xFF}
                    : std::array<unsigned char, 4>{0x4F, 0x8F, 0xE8, 0xFF};
      std::copy(color.begin(), color.end(), pixel);
    }
  const GLFWimage image{kSize, kSize, pixels.data()};
  glfwSetWindowIcon(window, 1, &image);
}

}  // namespace

Window& Window::of(GLFWwindow* window) {
  return *static_cast<Window*>(glfwGetWindowUserPointer(window));
}

Result<std::unique_ptr<Window>> Window::open(const CommandLine& options, const Settings& settings) {
  glfwSetErrorCallback([](int, const char* description) { glfw_error = description; });
  if (!glfwInit()) return Error{"There is no display to open a window on: " + glfw_error + "."};
  std::unique_ptr<Window> made(new Window(options));
  made->begin_fonts(settings);
  gl::ask_for_context();
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  glfwWindowHintString(GLFW_X11_CLASS_NAME, "warplab");
  const auto [width, height] =
      options.size.value_or(std::pair{settings.window_width, settings.window_height});
  made->window_ = glfwCreateWindow(width, height, "Warp Lab", nullptr, nullptr);
  if (!made->window_) return Error{"No window with OpenGL 3.3 can be opened: " + glfw_error + "."};
  GLFWwindow* window = made->window_;
  if (!options.size)
    glfwSetWindowSizeLimits(window, kLeastWidth, kLeastHeight, GLFW_DONT_CARE, GLFW_DONT_CARE);
  glfwMakeContextCurrent(window);
  glfwSwapInterval(options.measure.empty() || options.measure == "start" ? 1 : 0);
  if (!gladLoadGL(glfwGetProcAddress))
    return Error{"The OpenGL functions of version 3.3 cannot be loaded."};
  set_icon(window);

  IMGUI_CHECKVERSION();
  made->fonts_ahead_.wait();  // before there is a context, which counts what is allocated
  ImGui::CreateContext(&made->atlas_);
  ImGui::GetIO().IniFilename = nullptr;
  glfwSetWindowUserPointer(window, made.get());
  made->install_callbacks();  // before ImGui's, which call them
  ImGui_ImplGlfw_InitForOpenGL(window, true);
  ImGui_ImplOpenGL3_Init("#version 330 core");
  auto painter = gl::ShaderPainter::make();
  if (!painter) return Error{painter.error()};
  made->painter_ = std::move(*painter);
  made->images_ = std::make_unique<gl::ImageTextures>();
  made->desktop_ = std::make_unique<SystemDesktop>(window);
  Ui& ui = made->ui_;
  ui.painter = made->painter_.get();
  ui.images = made->images_.get();
  ui.desktop = made->desktop_.get();
  ui.device = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
  std::error_code error;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", error);
  if (options.interop)
    made->interop_ = std::make_unique<gl::InteropProbe>(
        program.string(), reinterpret_cast<const char*>(glGetString(GL_VENDOR)), ui.device,
        [window_made = made.get()] { window_made->wake(); });
  else ui.interop = "off: --no-interop";
  return made;
}

// What the probe said is taken once; what was on may have failed since.
void Window::follow_interop() {
  if (interop_ && interop_->is_done()) {
    const gl::InteropState& state = interop_->state();
    if (state.on) device_pictures_ = std::make_unique<gl::InteropPictures>(state.uuid, *painter_);
    ui_.device_pictures = device_pictures_.get();
    ui_.interop = state.on ? "on" : "off: " + state.reason;
    interop_.reset();
  }
  if (ui_.device_pictures && !device_pictures_->trouble().empty()) {
    ui_.device_pictures = nullptr;
    ui_.interop = "off: " + device_pictures_->trouble();
    ui_.interop_trouble.clear();
  }
}

Window::~Window() {
  interop_.reset();
  if (window_ && ImGui::GetCurrentContext()) {
    device_pictures_.reset();
    painter_.reset();
    images_.reset();
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplGlfw_Shutdown();
    ImGui::DestroyContext();
  }
  if (window_) glfwDestroyWindow(window_);
  glfwTerminate();
}

void Window::install_callbacks() {
  glfwSetKeyCallback(window_, [](GLFWwindow* w, int key, int scancode, int action, int mods) {
    of(w).something_happened_ = true;
    of(w).hold(key_of(key, scancode), action != GLFW_RELEASE);
    if (action == GLFW_RELEASE) return;
    of(w).events_.push_back({key_of(key, scancode), modifiers_of(mods), {}});
  });
  glfwSetCharCallback(window_, [](GLFWwindow* w, unsigned code) {
    of(w).something_happened_ = true;
    InputEvent event;
    append_utf8(event.text, code);
    of(w).events_.push_back(std::move(event));
  });
  glfwSetMouseButtonCallback(
      window_, [](GLFWwindow* w, int, int, int) { of(w).something_happened_ = true; });
  glfwSetCursorPosCallback(window_,
                           [](GLFWwindow* w, double, double) { of(w).something_happened_ = true; });
  glfwSetScrollCallback(window_,
                        [](GLFWwindow* w, double, double) { of(w).something_happened_ = true; });
  glfwSetDropCallback(window_, [](GLFWwindow* w, int count, const char** paths) {
    of(w).something_happened_ = true;
    for (int i = 0; i < count; ++i) of(w).ui_.dropped_files.emplace_back(paths[i]);
  });
  glfwSetCursorEnterCallback(window_, [](GLFWwindow* w, int) { of(w).something_happened_ = true; });
  glfwSetWindowRefreshCallback(window_, [](GLFWwindow* w) { of(w).something_happened_ = true; });
  glfwSetFramebufferSizeCallback(window_,
                                 [](GLFWwindow* w, int, int) { of(w).something_happened_ = true; });
  glfwSetWindowContentScaleCallback(
      window_, [](GLFWwindow* w, float, float) { of(w).something_happened_ = true; });
  glfwSetWindowFocusCallback(window_, [](GLFWwindow* w, int focused) {
    of(w).something_happened_ = true;
    if (focused) of(w).got_focus_ = true;
    else of(w).ui_.held_keys.clear();  // whoever has the focus now is told of their release
  });
}

void Window::wake() {
  woken_ = true;
  glfwPostEmptyEvent();
}

void Window::hold(int key, bool is_down) {
  std::erase(ui_.held_keys, key);
  if (is_down) ui_.held_keys.push_back(key);
}

float Window::scale() const {
  float x = 1, y = 1;
  glfwGetWindowContentScale(window_, &x, &y);
  return scale_of(x, y);
}

// Of a screen or window that says `x` and `y` of itself, unless the command line says another one.
float Window::scale_of(float x, float y) const {
  if (options_.scale > 0) return static_cast<float>(options_.scale);
  return std::clamp(std::max(x, y), 0.5f, 4.0f);
}

// Letters are drawn while the driver opens the window, which takes longer. Where the window turns
// out to have another scale than the screen they are drawn again.
void Window::begin_fonts(const Settings& settings) {
  float x = 1, y = 1;
  if (GLFWmonitor* screen = glfwGetPrimaryMonitor()) glfwGetMonitorContentScale(screen, &x, &y);
  pixels_ahead_ = font_pixels(settings, scale_of(x, y));
  fonts_ahead_ = std::async(std::launch::async, [this] {
    const Fonts fonts = build_fonts(atlas_, pixels_ahead_);
    unsigned char* texels = nullptr;
    int width = 0, height = 0;
    atlas_.GetTexDataAsRGBA32(&texels, &width, &height);  // kept in the atlas for the texture
    return fonts;
  });
}

void Window::use_theme_and_fonts(const Settings& settings) {
  const float pixels = font_pixels(settings, scale());
  const bool lacks_letters =
      std::any_of(ui_.missing_letters.begin(), ui_.missing_letters.end(),
                  [&](char32_t letter) { return !further_letters_.contains(letter); });
  if (theme_is_built_ && pixels == built_font_pixels_ && settings.theme == built_theme_ &&
      !lacks_letters)
    return;
  // One that no font has stays among the missing ones, and is asked for once.
  further_letters_.insert(ui_.missing_letters.begin(), ui_.missing_letters.end());
  // Measures follow the size of the text, so that nothing is cut when it grows.
  ui_.scale = pixels / Settings{}.font_size;
  ui_.palette = &palette_of(settings.theme);
  apply_theme(*ui_.palette, ui_.scale);
  if (pixels != built_font_pixels_ || lacks_letters) {
    if (theme_is_built_) ImGui_ImplOpenGL3_DestroyFontsTexture();
    std::optional<Fonts> ahead;
    if (fonts_ahead_.valid()) ahead = fonts_ahead_.get();
    if (ahead && pixels == pixels_ahead_ && further_letters_.empty()) ui_.fonts = std::move(*ahead);
    else ui_.fonts = build_fonts(atlas_, pixels, further_letters_);
    ++ui_.fonts_generation;
    // The first time together with the shaders: whoever makes these makes the texture, too.
    if (theme_is_built_) ImGui_ImplOpenGL3_CreateFontsTexture();
    else ImGui_ImplOpenGL3_CreateDeviceObjects();
    atlas_.ClearTexData();  // the texture has it
  }
  built_font_pixels_ = pixels;
  built_theme_ = settings.theme;
  theme_is_built_ = true;
  settle_frames_ = kFramesToSettle;
}

void Window::begin_frame(Lab& lab) {
  use_theme_and_fonts(lab.settings());
  follow_interop();
  if (got_focus_) {
    got_focus_ = false;
    lab.check_files();
    images_->check_files();
  }
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplGlfw_NewFrame();
  if (options_.size && !options_.screenshot.empty()) {
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = {static_cast<float>(options_.size->first),
                      static_cast<float>(options_.size->second)};
    io.DisplayFramebufferScale = {1, 1};
  }
  // Where the mouse happens to be is no part of a picture, nor is the blinking of the caret.
  if (!options_.screenshot.empty()) {
    ImGui::GetIO().MousePos = {-FLT_MAX, -FLT_MAX};
    state_.editor.last_key = glfwGetTime();
  }
  ui_.now = glfwGetTime();
  ui_.wake_after = 1e9;
  ui_.input = std::exchange(events_, {});
}

void Window::draw_frame(Lab& lab) {
  begin_frame(lab);
  ImGui::NewFrame();
  draw_lab_window(ui_, state_, lab);
  ImGui::Render();
  int width = 0, height = 0;
  glfwGetFramebufferSize(window_, &width, &height);
  glViewport(0, 0, width, height);
  const ImVec4 ground = to_vec4(ui_.color().panel);
  glClearColor(ground.x, ground.y, ground.z, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  const std::string title = lab.entry() ? lab.entry()->title + " - Warp Lab" : "Warp Lab";
  if (title != title_) glfwSetWindowTitle(window_, title.c_str());
  title_ = title;
  if (!options_.size && !glfwGetWindowAttrib(window_, GLFW_MAXIMIZED))
    glfwGetWindowSize(window_, &lab.settings().window_width, &lab.settings().window_height);
}

// Sleeps until there is a reason to draw. Returns false when the wait ended without one.
bool Window::wait_for_something() {
  const bool hidden = glfwGetWindowAttrib(window_, GLFW_ICONIFIED);
  if (settle_frames_ > 0 && !hidden) {
    glfwPollEvents();
  } else if (ui_.wake_after < 1e6 && !hidden) {
    const double until = glfwGetTime() + ui_.wake_after;
    glfwWaitEventsTimeout(std::max(ui_.wake_after, 0.001));
    if (glfwGetTime() >= until) settle_frames_ = std::max(settle_frames_, 1);
  } else {
    glfwWaitEvents();
  }
  if (std::exchange(something_happened_, false)) settle_frames_ = kFramesToSettle;
  if (woken_.exchange(false)) settle_frames_ = std::max(settle_frames_, 2);
  return settle_frames_ > 0;
}

// While a kernel is timed nothing is drawn, so that the window's own work on the GPU is no part of
// the time. Cancelling works at once; whatever else the student does waits. Returns whether it is
// so.
bool Window::stay_quiet(Lab& lab) {
  if (!lab.runner().wants_quiet()) return is_quiet_ = false;
  if (!is_quiet_) {
    draw_frame(lab);
    glfwSwapBuffers(window_);
    glFinish();
    is_quiet_ = true;
    lab.confirm_quiet();
  }
  constexpr double kLongest = 0.1;  // the run wakes the window, too
  glfwWaitEventsTimeout(kLongest);
  const bool escape = std::any_of(events_.begin(), events_.end(),
                                  [](const InputEvent& event) { return event.is(key::kEscape); });
  double x = 0, y = 0;
  glfwGetCursorPos(window_, &x, &y);
  const bool pressed = glfwGetMouseButton(window_, GLFW_MOUSE_BUTTON_LEFT) == GLFW_PRESS;
  const bool on_cancel =
      std::any_of(ui_.items.begin(), ui_.items.end(), [&](const Ui::PlacedItem& item) {
        return item.name == "cancel" && x >= item.min.x && x < item.max.x && y >= item.min.y &&
               y < item.max.y;
      });
  if (escape || (pressed && on_cancel)) lab.cancel();
  return true;
}

Result<bool> Window::save_screenshot() {
  int width = 0, height = 0;
  glfwGetFramebufferSize(window_, &width, &height);
  if (options_.size) std::tie(width, height) = *options_.size;
  return gl::take_screenshot(options_.screenshot, width, height, [&] {
    const ImVec4 ground = to_vec4(ui_.color().panel);
    glClearColor(ground.x, ground.y, ground.z, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  });
}

void Window::take_options() {
  if (options_.tab) {
    state_.tab = *options_.tab;
    state_.tab_is_fixed = true;
    // Also where its pane is folded away, or there is room for one.
    ui_.ask(ShowTab{*options_.tab});
  }
  if (options_.line > 0) ui_.ask(GoToLine{options_.line});
  ui_.motion_step = static_cast<size_t>(options_.step - 1);
  state_.tabs.live.plays_at_once = options_.play;
}

// A screenshot waits for the run and its further pictures, however many frames that takes, and for
// the numbers of an experiment.
Window::Awaited Window::awaited(const Lab& lab) const {
  const bool of_experiment = lab.experiment() != nullptr;
  const bool of_run = options_.run && !of_experiment;
  if (options_.screenshot.empty() || !(of_experiment || of_run)) return Awaited::nothing;
  const bool is_coming =
      is_running(state_.tabs.experiment) ||
      (of_run && (lab.runner().is_busy() || lab.runs_ended() == 0 ||
                  is_modelling(state_.tabs.timing.what_if) || is_looking(state_.tabs.lens) ||
                  is_stepping(state_.tabs.steps)));
  return is_coming ? Awaited::is_coming : Awaited::has_come;
}

// For a screenshot, or as many frames as were asked for. Returns the exit status when it is done.
std::optional<int> Window::do_batch(const Lab& lab, int frames) {
  const Awaited awaits = awaited(lab);
  if (awaits == Awaited::is_coming) {
    glfwWaitEventsTimeout(0.02);
    frames_since_result_ = 0;
    return std::nullopt;
  }
  ++frames_since_result_;
  const int wanted = options_.frames > 0 ? options_.frames : kFramesBeforeScreenshot;
  if (frames < wanted ||
      (awaits == Awaited::has_come && frames_since_result_ < kFramesBeforeScreenshot)) {
    glfwWaitEventsTimeout(0.01);
    return std::nullopt;
  }
  if (options_.screenshot.empty()) return 0;
  const auto saved = save_screenshot();
  if (saved) return 0;
  fmt::print(stderr, "warplab: {}\n", saved.error());
  return 2;
}

int Window::run(Lab& lab, Clock::time_point program_start) {
  take_options();
  const bool batch = !options_.screenshot.empty() || options_.frames > 0;
  int frames = 0;
  while (!glfwWindowShouldClose(window_)) {
    // What was asked for on the command line counts frames, so it never sleeps for long.
    if (batch) settle_frames_ = std::max(settle_frames_, 1);
    if (stay_quiet(lab) || !wait_for_something()) continue;
    --settle_frames_;
    const Clock::time_point frame_start = Clock::now();
    draw_frame(lab);
    glfwSwapBuffers(window_);
    const std::chrono::duration<double> frame_time = Clock::now() - frame_start;
    ui_.frame_seconds = frame_time.count();
    if (device_pictures_) device_pictures_->frame_took(frame_time);
    ++frames;
    if (frames == 1) {
      glFinish();
      if (options_.measure == "start") return measure_start(program_start);
      if (options_.run) lab.run();
      settle_frames_ = kFramesToSettle;
    }
    if (frames == kFramesToSettle && options_.measure == "scroll") return measure_scrolling(lab);
    if (frames == kFramesToSettle && options_.measure == "typing") return measure_typing(lab);
    if (options_.measure == "steps")
      if (const auto status = measure_steps_once_there(lab)) return *status;
    if (batch)
      if (const auto status = do_batch(lab, frames)) return *status;
  }
  return 0;
}

}  // namespace warplab::app

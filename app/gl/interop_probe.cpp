#include "gl/interop_probe.hpp"

#include <fmt/format.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <optional>
#include <sstream>

#include "base/child_process.hpp"
#include "cuda/driver_calls.hpp"
#include "gl/context.hpp"
#include "gl/interop_pictures.hpp"

namespace warplab::app::gl {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kPatience{10};
constexpr unsigned kAllDevices = 1;  // CU_GL_DEVICE_LIST_ALL

// UUID of the GPU that draws the current GL context.
Result<std::string> drawing_gpu() {
  const Result<cuda::Driver> driver = cuda::Driver::open();
  if (!driver) return Error{driver.error()};
  const cuda::DriverCalls& calls = driver->calls();
  if (!calls.can_share) return Error{"the NVIDIA driver has no CUDA-GL interop"};
  unsigned count = 0;
  std::array<int, 8> ordinals{};
  if (const cuda::Status status =
          calls.gl_devices(&count, ordinals.data(), ordinals.size(), kAllDevices);
      status != 0)
    return Error{calls.failure("cuGLGetDevices", status)};
  if (count == 0) return Error{"no CUDA device draws this window"};
  for (const cuda::Device& device : driver->devices())
    if (device.ordinal == ordinals[0]) return device.uuid;
  return Error{"the GPU that draws this window is hidden from CUDA"};
}

Result<InteropState> probe_here() {
  if (const Result<GLFWwindow*> window = open_hidden_window(); !window)
    return Error{window.error()};
  const Result<std::string> uuid = drawing_gpu();
  if (!uuid) return Error{uuid.error()};
  const auto painter = ShaderPainter::make();
  if (!painter) return Error{painter.error()};
  const Result<double> milliseconds = InteropPictures(*uuid, **painter).try_out();
  if (!milliseconds) return Error{milliseconds.error()};
  return InteropState{true, *uuid, *milliseconds, {}};
}

// The first line that the program prints; empty: it ended without one; nothing: it printed none in
// time.
std::optional<std::string> first_line_of(const std::string& program, const std::stop_token& stop) {
  ChildProcess child({program, "--probe-interop"},
                     {ChildStream::ours, ChildStream::pipe, ChildStream::ours});
  const Clock::time_point end = Clock::now() + kPatience;
  std::string text;
  const bool has_ended = child.read_output(text, [&] {
    return stop.stop_requested() || Clock::now() >= end || text.find('\n') != std::string::npos;
  });
  child.kill();
  if (!has_ended && text.find('\n') == std::string::npos) return std::nullopt;
  return text.substr(0, text.find('\n'));
}

InteropState state_from(const std::optional<std::string>& line) {
  InteropState state;
  if (!line) {
    state.reason = fmt::format("the attempt to use it did not end within {} s", kPatience.count());
    return state;
  }
  std::istringstream words(*line);
  std::string word;
  words >> word;
  if (word == "on" && words >> state.uuid >> state.milliseconds) {
    state.on = true;
    return state;
  }
  state.reason = word == "off" && line->size() > 4
                     ? line->substr(4)
                     : "the attempt to use it ended without an answer";
  return state;
}

}  // namespace

int probe_interop() {
  const Result<InteropState> probed = probe_here();
  if (probed) fmt::print("on {} {:.3f}\n", probed->uuid, probed->milliseconds);
  else fmt::print("off {}\n", probed.error());
  std::fflush(stdout);
  ::_exit(probed ? 0 : 1);  // whatever the drivers would still do at the end
}

InteropProbe::InteropProbe(std::string program, const std::string& vendor,
                           const std::string& renderer, std::function<void()> wake) {
  if (vendor.find("NVIDIA") == std::string::npos) {
    state_.reason = fmt::format("the window is drawn by {}, not by an NVIDIA GPU",
                                renderer.substr(0, renderer.find(' ')));
    done_ = true;
    return;
  }
  thread_ = std::jthread(
      [this, program = std::move(program), wake = std::move(wake)](const std::stop_token& stop) {
        state_ = state_from(first_line_of(program, stop));
        done_ = true;
        wake();
      });
}

}  // namespace warplab::app::gl

#include "progress_line.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace warplab::grader {
namespace {

constexpr std::chrono::milliseconds kInterval{100};

bool can_rewrite_a_line() {
  const char* terminal = std::getenv("TERM");
  return ::isatty(STDERR_FILENO) == 1 && terminal && std::string_view(terminal) != "dumb";
}

size_t terminal_width() {
  struct winsize size {};
  return ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

}  // namespace

ProgressLine::ProgressLine() : is_terminal_(can_rewrite_a_line()) {}

void ProgressLine::show(const std::string& text) {
  const auto now = std::chrono::steady_clock::now();
  if (!is_terminal_ || (is_shown_ && now - last_ < kInterval)) return;
  // A line that wraps could not be taken back.
  std::fprintf(stderr, "\r\033[K%s", text.substr(0, terminal_width() - 1).c_str());
  std::fflush(stderr);
  is_shown_ = true;
  last_ = now;
}

void ProgressLine::clear() {
  if (!is_shown_) return;
  std::fputs("\r\033[K", stderr);
  std::fflush(stderr);
  is_shown_ = false;
}

}  // namespace warplab::grader

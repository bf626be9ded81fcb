#include "reports/color.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>

namespace warplab::grader {
namespace {

std::string_view code_of(Color color) {
  switch (color) {
    case Color::green: return "32";
    case Color::red: return "31";
    case Color::yellow: return "33";
    case Color::bold: return "1";
    case Color::dim: break;
  }
  return "2";
}

}  // namespace

std::string colored(std::string_view text, Color color, bool use_color) {
  return use_color ? fmt::format("\033[{}m{}\033[0m", code_of(color), text) : std::string(text);
}

bool wants_color() {
  const char* no_color = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  return ::isatty(STDOUT_FILENO) == 1 && !(no_color && *no_color) && terminal &&
         std::string_view(terminal) != "dumb";
}

}  // namespace warplab::grader

#include "streams.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>

#include "exit_code.hpp"
#include "reports/color.hpp"

namespace warplab::grader {

void secure_streams() {
  for (const int number : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(number, F_GETFD) != -1 || errno != EBADF) continue;
    // The lowest free number is this one. What is written to it is refused, so that a report that
    // goes nowhere is noticed.
    (void)!::open("/dev/null", O_RDONLY);
  }
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
}

void complain(const std::string& sentence) {
  const std::string line = "grader: " + printable(sentence) + "\n";
  std::fputs(line.c_str(), stderr);
}

int fail(const std::string& sentence) {
  complain(sentence);
  return kGraderFailed;
}

void print(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
}

}  // namespace warplab::grader

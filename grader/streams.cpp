#include "streams.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>

#include "exit_code.hpp"
#include "reports/color.hpp"

namespace warplab::grader {
namespace {

int why_broken = 0;  // the errno of standard output; print() is called by one thread at a time

}  // namespace

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
  if (output_is_broken()) return;
  errno = 0;
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (std::fflush(stdout) != 0 || !written) why_broken = errno != 0 ? errno : EIO;
}

bool output_is_broken() { return why_broken != 0; }

int end_output(int code) {
  if (!output_is_broken()) return code;
  return fail(std::string("The report cannot be written to standard output: ") +
              std::strerror(why_broken) + ".");
}

}  // namespace warplab::grader

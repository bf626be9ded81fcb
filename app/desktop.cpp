#include "desktop.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <sstream>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

namespace warplab::app {
namespace {

std::vector<std::string> words_of(const char* text) {
  std::istringstream stream(text ? text : "");
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

}  // namespace

std::string start_program(const std::vector<std::string>& command) {
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  // The second child's exec reports its failure through a pipe that a success closes.
  int pipe[2];
  if (::pipe2(pipe, O_CLOEXEC) != 0)
    return fmt::format("Cannot start {}: {}.", command[0], std::strerror(errno));
  const pid_t child = ::fork();
  if (child == 0) {
    ::setsid();
    const pid_t grandchild = ::fork();
    if (grandchild == 0) {
      const int nothing = ::open("/dev/null", O_RDWR);
      for (const int stream : {0, 1, 2}) ::dup2(nothing, stream);
      ::execvp(arguments[0], arguments.data());
    }
    if (grandchild <= 0) {
      const int error = errno;
      (void)!::write(pipe[1], &error, sizeof error);
    }
    ::_exit(0);
  }
  ::close(pipe[1]);
  int error = child < 0 ? errno : 0;
  if (child > 0) {
    ::waitpid(child, nullptr, 0);
    (void)!::read(pipe[0], &error, sizeof error);
  }
  ::close(pipe[0]);
  return error ? fmt::format("Cannot start {}: {}.", command[0], std::strerror(error))
               : std::string();
}

std::string SystemDesktop::open_in_editor(const std::filesystem::path& file) {
  std::vector<std::string> command = words_of(std::getenv("WARPLAB_EDITOR"));
  if (command.empty()) command = words_of(std::getenv("VISUAL"));
  if (command.empty()) command = {"xdg-open"};
  command.push_back(file.string());
  const std::string failure = start_program(command);
  return failure.empty() ? failure : failure + " Set WARPLAB_EDITOR to the editor you want.";
}

std::string SystemDesktop::open_link(const std::string& address) {
  return start_program({"xdg-open", address});
}

void SystemDesktop::quit() {
  glfwSetWindowShouldClose(window_, GLFW_TRUE);
  glfwPostEmptyEvent();
}

}  // namespace warplab::app

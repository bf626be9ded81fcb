#include "desktop.hpp"

#include <cstdlib>
#include <sstream>
#include <vector>

#include "common/start_program.hpp"

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

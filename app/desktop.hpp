#pragma once
// Other programs: the student's editor and the web browser.
#include <filesystem>
#include <string>

#include "draw/ui.hpp"

struct GLFWwindow;

namespace warplab::app {

// Starts a program that outlives this one and is nobody's child. Returns an empty string, or a
// sentence that says why it did not start.
std::string start_program(const std::vector<std::string>& command);

class SystemDesktop : public Desktop {
 public:
  explicit SystemDesktop(GLFWwindow* window) : window_(window) {}
  // $WARPLAB_EDITOR or $VISUAL (words separated by spaces), else what the desktop opens the file
  // with.
  std::string open_in_editor(const std::filesystem::path& file) override;
  std::string open_link(const std::string& address) override;
  void quit() override;

 private:
  GLFWwindow* window_;
};

}  // namespace warplab::app

#pragma once
// Other programs: the student's editor and the web browser.
#include <filesystem>
#include <string>

#include "draw/ui.hpp"

struct GLFWwindow;

namespace warplab::app {

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

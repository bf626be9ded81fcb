#pragma once
// gl::open_hidden_window() for as long as a test needs it. GLFW stays started, with one connection
// to the display for the whole program: some servers start anew when their last client leaves, and
// the next one comes too early.
#include <glad/gl.h>
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <string>

#include "gl/context.hpp"

namespace warplab::test {

class HiddenWindow {
 public:
  HiddenWindow() : window_(app::gl::open_hidden_window()) {}
  ~HiddenWindow() {
    if (window_) glfwDestroyWindow(*window_);
  }
  HiddenWindow(const HiddenWindow&) = delete;
  HiddenWindow& operator=(const HiddenWindow&) = delete;

  // Why nothing can be drawn here; empty: it can.
  std::string why_not() const { return window_ ? std::string() : window_.error(); }
  // Who draws: "NVIDIA Corporation", "Mesa/X.org".
  std::string vendor() const { return reinterpret_cast<const char*>(glGetString(GL_VENDOR)); }

 private:
  Result<GLFWwindow*> window_;
};

}  // namespace warplab::test

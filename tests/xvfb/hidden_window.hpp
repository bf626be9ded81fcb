#pragma once
// A context of OpenGL 3.3 as the window has it, without a window to be seen.
#include <glad/gl.h>
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <string>

namespace warplab::test {

class HiddenWindow {
 public:
  HiddenWindow() : why_not_(open()) {}
  ~HiddenWindow() {
    if (window_) glfwDestroyWindow(window_);
  }
  HiddenWindow(const HiddenWindow&) = delete;
  HiddenWindow& operator=(const HiddenWindow&) = delete;

  // Why nothing can be drawn here; empty: it can.
  const std::string& why_not() const { return why_not_; }
  // Who draws: "NVIDIA Corporation", "Mesa/X.org".
  std::string vendor() const { return reinterpret_cast<const char*>(glGetString(GL_VENDOR)); }

 private:
  // One connection to the display for the whole program: some servers start anew when their last client leaves,
  // and the next one comes too early.
  static bool has_display() {
    static const struct Glfw {
      const bool there = glfwInit();
      ~Glfw() { glfwTerminate(); }
    } glfw;
    return glfw.there;
  }
  std::string open() {
    if (!has_display()) return "there is no display";
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
    window_ = glfwCreateWindow(64, 64, "test", nullptr, nullptr);
    if (!window_) return "there is no window with OpenGL 3.3";
    glfwMakeContextCurrent(window_);
    return gladLoadGL(glfwGetProcAddress) ? "" : "the functions of OpenGL 3.3 cannot be loaded";
  }
  GLFWwindow* window_ = nullptr;
  std::string why_not_;
};

}  // namespace warplab::test

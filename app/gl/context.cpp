#include "gl/context.hpp"

#include <glad/gl.h>
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

namespace warplab::app::gl {

void ask_for_context() {
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
}

Result<GLFWwindow*> open_hidden_window() {
  if (!glfwInit()) return Error{"there is no display"};
  ask_for_context();
  glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
  GLFWwindow* const window = glfwCreateWindow(64, 64, "Warp Lab", nullptr, nullptr);
  if (!window) return Error{"no second window could be opened to try it"};
  glfwMakeContextCurrent(window);
  if (!gladLoadGL(glfwGetProcAddress)) return Error{"the OpenGL functions cannot be loaded"};
  return window;
}

}  // namespace warplab::app::gl

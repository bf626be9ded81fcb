#pragma once
// Contexts of OpenGL 3.3, all of the same kind.
#include "base/result.hpp"

struct GLFWwindow;

namespace warplab::app::gl {

// The next window is to have such a context. GLFW must have been started.
void ask_for_context();

// A small window that is not shown, its context current and its functions loaded. Starts GLFW. The
// Error follows "off: " or "skipped: ".
Result<GLFWwindow*> open_hidden_window();

}  // namespace warplab::app::gl

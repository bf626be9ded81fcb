#pragma once
#include <filesystem>
#include <functional>

#include "base/result.hpp"

namespace warplab::app::gl {

// Calls `draw` with an off-screen target of this size bound and writes it as PNG. Off screen,
// because a window manager may have made the window smaller than was asked for.
Result<bool> take_screenshot(const std::filesystem::path& file, int width, int height,
                             const std::function<void()>& draw);

}  // namespace warplab::app::gl

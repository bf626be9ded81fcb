#pragma once
#include <string_view>

#include "base/result.hpp"
#include "gl/names.hpp"

namespace warplab::app::gl {

// Compiles and links; the Error is the driver's log.
Result<Program> link_program(std::string_view vertex_source, std::string_view fragment_source);

}  // namespace warplab::app::gl

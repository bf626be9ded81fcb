#pragma once
#include <string>
#include <vector>

namespace warplab::app {

// Starts a program that outlives this one and is nobody's child. Returns an empty string, or a
// sentence that says why it did not start.
std::string start_program(const std::vector<std::string>& command);

}  // namespace warplab::app

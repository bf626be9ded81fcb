#pragma once
// What nvlink does, for PTX: one module of several that were compiled to be linked (-rdc=true).
#include <string>
#include <vector>

namespace warplab::runtime {

// One text. What is weak (templates, inline functions) is taken from the first that defines it;
// what is a module's own has a name of its own; numbers of files are told apart.
std::string link_ptx(const std::vector<std::string>& modules);

}  // namespace warplab::runtime

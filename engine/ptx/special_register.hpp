#pragma once
#include <string_view>

namespace warplab::ptx {

// Whether "%tid", "%laneid", "%clock64", ... is a predefined register. `component` is what follows
// the dot ("x" of "%tid.x"), empty when there is none. Source: PTX ISA 9.0, chapter 10.
bool is_special_register(std::string_view name, std::string_view component);

}  // namespace warplab::ptx

#pragma once
// Registers in which notes on variables stand (compile/variable_notes.hpp): warplab_value_7_2 and
// warplab_set_7. Each note is inline assembly with a scope of its own; in the whole function all
// registers of one such name are one register.
#include <string_view>

namespace warplab {

inline constexpr std::string_view kNotedValue = "warplab_value_", kNotedSet = "warplab_set_";
inline bool is_noted_register(std::string_view name) {
  return name.starts_with(kNotedValue) || name.starts_with(kNotedSet);
}

}  // namespace warplab

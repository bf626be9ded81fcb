#pragma once
// The files of headers/, made part of the program when it is built.
#include <span>
#include <string_view>

namespace warplab::compile {

struct OwnHeader {
  std::string_view name;  // as after #include
  std::string_view text;
};

std::span<const OwnHeader> own_headers();

}  // namespace warplab::compile

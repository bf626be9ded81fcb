#pragma once
#include <span>
#include <string_view>

namespace warplab::runtime {

// The sources of the library that takes libcudart's place in a program. It is compiled where a
// program is, with that toolkit's own headers: structures and names differ between its versions.
struct LibrarySource {
  std::string_view name, text;
};
std::span<const LibrarySource> library_sources();

}  // namespace warplab::runtime

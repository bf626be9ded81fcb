#pragma once
// Names that a kernel file may not take: words of the language as macros, with which what is read
// here would not be what is compiled (and which the standard forbids where a header of the library
// is included, [macro.names]), and the lab's own, with which a file could tell how it is compiled.
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace warplab::compile {

struct ReservedName {
  size_t offset = 0;    // in the source
  std::string message;  // one sentence
};

// The first one in the source, or nothing.
std::optional<ReservedName> find_reserved_name(std::string_view source);

}  // namespace warplab::compile

#pragma once
// Names that a kernel file may not take. Words of the language as macros: what is read here would
// not be what is compiled. (The standard forbids them where a header of the library is included,
// [macro.names].) And the lab's own names: a file could tell by them how it is compiled.
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

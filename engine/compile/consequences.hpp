#pragma once
// One mistake makes several messages, and the first of them is often not the one that names it.
#include <string_view>
#include <vector>

#include "compile/messages/table.hpp"

namespace warplab::compile {

// Leaves of the compiler's messages those that name a mistake, in the compiler's words; `file` is
// the name of the source that `scopes` were read from. What stands for a name that nobody has
// declared becomes that: a "<" behind such a name could begin a template's arguments, and the
// compiler only misses the ">".
std::vector<Diagnostic> without_consequences(std::vector<Diagnostic> messages,
                                             const source::Scopes& scopes, std::string_view file,
                                             UsedRows* used = nullptr);

// Of the name of a file, behind its folders.
std::string_view last_component(std::string_view path);

}  // namespace warplab::compile

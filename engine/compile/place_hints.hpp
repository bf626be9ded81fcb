#pragma once
// What the place of an error tells of its cause.
#include <string>
#include <string_view>

#include "source/scopes.hpp"

namespace warplab::compile {

using source::Scopes;

// What to say instead of an error at `offset` of the source; empty where the place tells no more
// than the message.
std::string said_at_place(std::string_view message, const Scopes& scopes, size_t offset);

// What to add to "no instance of overloaded function "atomicAdd" ..."; empty for others.
std::string atomic_hint(std::string_view message);

// What to say instead of "more than one instance of overloaded function "min" matches ...", which
// lists what CUDA's headers have of that name; empty for others.
std::string said_of_ambiguous_call(std::string_view message);

}  // namespace warplab::compile

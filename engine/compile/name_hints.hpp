#pragma once
// What to do about a name that the compiler does not know: a slip of the fingers, a scope that has
// ended, a header that is missing, or a word of host code.
#include <string>
#include <string_view>

#include "compile/header_set.hpp"
#include "source/scopes.hpp"

namespace warplab::compile {

using source::Scopes;

// Goes behind "`name` is undefined", of the use at `offset` of the source; empty where nothing is
// known of it.
std::string undefined_hint(std::string_view name, const Scopes& scopes, size_t offset,
                           const HeaderSet& headers);
// The same of a name that namespace std does not have here.
std::string missing_in_std_hint(std::string_view name);
// The name out of `known` that `written` was meant to be; empty where none or several are as near.
std::string_view nearest_name(std::string_view written, const std::vector<std::string_view>& known);

}  // namespace warplab::compile

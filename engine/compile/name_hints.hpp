#pragma once
// What to do about a name that the compiler does not know: a slip of the fingers, a header that is
// missing, or a word of host code.
#include <string>
#include <string_view>

namespace warplab::compile {

// Goes behind "`name` is undefined"; empty where nothing is known of it.
std::string undefined_hint(std::string_view name);
// The same, where the source declares it behind `line`.
std::string declared_below_hint(std::string_view source, std::string_view name, int line);
// The same of a name that namespace std does not have here.
std::string missing_in_std_hint(std::string_view name);

}  // namespace warplab::compile

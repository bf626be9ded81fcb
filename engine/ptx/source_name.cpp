#include "ptx/source_name.hpp"

#include <optional>

// Not by abi::__cxa_demangle(), which spells out every type: each parameter of a symbol may name
// the one before twice, so that 300 characters become 80 million. The symbols are a student's.
namespace warplab::ptx {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// The name with which `mangled` ends: its length in digits, then just as many characters. The
// leftmost, since a name may itself end like one. `before`: what stands before the length, or 0 for
// anything that is no digit.
std::optional<std::string_view> last_name(std::string_view mangled, char before) {
  for (size_t at = 1; at < mangled.size(); ++at) {
    const char previous = mangled[at - 1];
    if (!is_digit(mangled[at]) || is_digit(previous) || (before != 0 && previous != before))
      continue;
    size_t length = 0, end = at;
    while (end < mangled.size() && is_digit(mangled[end]) && length < mangled.size())
      length = 10 * length + static_cast<size_t>(mangled[end++] - '0');
    if (length > 0 && length == mangled.size() - end) return mangled.substr(end);
  }
  return std::nullopt;
}

// Of arrays with one name in one kernel the second is called ..._0, the twelfth ...__10_.
std::string_view without_discriminator(std::string_view mangled) {
  std::string_view rest = mangled;
  const bool is_long = rest.ends_with('_');
  if (is_long) rest.remove_suffix(1);
  const size_t digits = rest.size() - (rest.find_last_not_of("0123456789") + 1);
  rest.remove_suffix(digits);
  const std::string_view mark = is_long ? "__" : "_";
  if (digits == 0 || !rest.ends_with(mark)) return mangled;
  return rest.substr(0, rest.size() - mark.size());
}

}  // namespace

std::string source_name(std::string_view symbol) {
  // What the compiler splits an array or a struct into: count_$_0, count_$_1.
  symbol = symbol.substr(0, symbol.find("_$_"));
  if (symbol.starts_with("_ZZ")) {
    std::optional<std::string_view> name = last_name(symbol, 'E');
    if (!name) name = last_name(without_discriminator(symbol), 'E');
    if (name) return std::string(*name);
  } else if (symbol.starts_with("_ZN") && symbol.ends_with('E')) {
    if (const auto name = last_name(symbol.substr(0, symbol.size() - 1), 0))
      return std::string(*name);
  }
  return std::string(symbol);
}

}  // namespace warplab::ptx

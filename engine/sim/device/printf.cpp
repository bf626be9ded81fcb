#include "sim/device/printf.hpp"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>

namespace warplab::sim {
namespace {

// A width or precision beyond this would only fill the output; the host's printf fails at INT_MAX.
constexpr int kWidest = 4096;
// Characters of a string without a precision.
constexpr int kAll = std::numeric_limits<int>::max();

// One conversion: "%-8.3lld".
struct Conversion {
  std::string flags;  // each of "-+ #0" at most once
  std::optional<int> width, precision;
  bool width_is_argument = false, precision_is_argument = false;  // *
  std::string length;                                             // "", "h", "ll", ...
  char kind = 0;                                                  // 'd', 's', ...; 0: incomplete
};

class Formatter {
 public:
  Formatter(std::string_view format, std::span<const std::byte> arguments,
            const StringAt& string_at)
      : format_(format), arguments_(arguments), string_at_(string_at) {}

  FormattedPrintf run() {
    while (next_ < format_.size()) {
      const char c = format_[next_++];
      if (c != '%') {
        result_.text += c;
        continue;
      }
      const size_t begin = next_ - 1;
      if (!convert(parse())) result_.text.append(format_.substr(begin, next_ - begin));
    }
    return std::move(result_);
  }

 private:
  bool at(char c) const { return next_ < format_.size() && format_[next_] == c; }

  std::optional<uint64_t> take(unsigned bytes) {
    offset_ = (offset_ + bytes - 1) / bytes * bytes;
    const size_t begin = offset_;
    offset_ += bytes;
    ++result_.arguments;
    if (offset_ > arguments_.size()) return std::nullopt;
    uint64_t value = 0;
    std::memcpy(&value, arguments_.data() + begin, bytes);
    return value;
  }

  std::optional<int> digits() {
    std::optional<int> value;
    while (next_ < format_.size() && format_[next_] >= '0' && format_[next_] <= '9')
      value = std::min(kWidest, value.value_or(0) * 10 + (format_[next_++] - '0'));
    return value;
  }

  // Takes all characters of `set` that come next.
  std::string characters(std::string_view set) {
    const size_t end = std::min(format_.find_first_not_of(set, next_), format_.size());
    const auto taken = format_.substr(next_, end - next_);
    next_ = end;
    return std::string(taken);
  }

  Conversion parse() {
    Conversion c;
    for (const char flag : characters("-+ #0"))
      if (c.flags.find(flag) == std::string::npos) c.flags += flag;
    c.width_is_argument = characters("*") == "*";
    if (!c.width_is_argument) c.width = digits();
    if (at('.')) {
      ++next_;
      c.precision_is_argument = !characters("*").empty();
      c.precision = digits().value_or(0);
    }
    c.length = characters("hljztL");
    if (next_ < format_.size()) c.kind = format_[next_++];
    return c;
  }

  static bool is_supported(const Conversion& c) {
    constexpr std::string_view kKinds = "diouxXcspeEfFgGaA%";
    return c.kind != 0 && kKinds.find(c.kind) != std::string_view::npos &&
           !c.precision_is_argument &&
           (c.length.empty() || c.length == "h" || c.length == "l" || c.length == "ll");
  }

  // The conversion as the host's snprintf takes it.
  static std::string specification(const Conversion& c, const char* length) {
    std::string text = "%" + c.flags;
    if (c.width) text += std::to_string(std::min(*c.width, kWidest));
    if (c.precision) text += "." + std::to_string(std::min(*c.precision, kWidest));
    return text + length + c.kind;
  }

  template <class T>
  bool print(const std::string& specification, T value) {
    const int size = std::snprintf(nullptr, 0, specification.c_str(), value);
    if (size < 0) return false;
    std::string text(static_cast<size_t>(size) + 1, '\0');
    std::snprintf(text.data(), text.size(), specification.c_str(), value);
    text.pop_back();
    result_.text += text;
    return true;
  }

  bool print_string(Conversion c, std::string text) {
    if (c.precision && static_cast<size_t>(*c.precision) < text.size())
      text.resize(static_cast<size_t>(*c.precision));
    const auto width = static_cast<size_t>(std::min(c.width.value_or(0), kWidest));
    const std::string blanks(width > text.size() ? width - text.size() : 0, ' ');
    const bool left = c.flags.find('-') != std::string::npos;
    result_.text += left ? text + blanks : blanks + text;
    return true;
  }

  // False: to be printed as it stands.
  bool convert(Conversion c) {
    if (!is_supported(c)) return false;
    if (c.width_is_argument) {
      const auto width = static_cast<int32_t>(take(4).value_or(0));
      if (width < 0) c.flags += '-';
      c.width = static_cast<int>(std::min<int64_t>(kWidest, std::abs(int64_t{width})));
    }
    const bool is_long = c.length == "l" || c.length == "ll";
    switch (c.kind) {
      case '%': result_.text += '%'; return true;
      case 'd':
      case 'i': {
        const auto value = take(is_long ? 8 : 4);
        if (!value) return false;
        int64_t number = is_long ? static_cast<int64_t>(*value) : static_cast<int32_t>(*value);
        if (c.length == "h") number = static_cast<int16_t>(number);
        return print(specification(c, "ll"), static_cast<long long>(number));
      }
      case 'o':
      case 'u':
      case 'x':
      case 'X': {
        const auto value = take(is_long ? 8 : 4);
        if (!value) return false;
        uint64_t number = is_long ? *value : static_cast<uint32_t>(*value);
        if (c.length == "h") number = static_cast<uint16_t>(number);
        return print(specification(c, "ll"), static_cast<unsigned long long>(number));
      }
      case 'c': {
        const auto value = take(4);
        if (!value) return false;
        Conversion plain = c;
        plain.precision.reset();
        return print_string(plain, std::string(1, static_cast<char>(*value)));
      }
      case 'e':
      case 'E':
      case 'f':
      case 'F':
      case 'g':
      case 'G':
      case 'a':
      case 'A': {
        const auto value = take(8);
        if (!value) return false;
        return print(specification(c, ""), std::bit_cast<double>(*value));
      }
      case 'p': {
        const auto value = take(8);
        if (!value) return false;
        if (*value == 0) return print_string(c, "(nil)");
        c.flags += '#';
        c.kind = 'x';
        return print(specification(c, "ll"), static_cast<unsigned long long>(*value));
      }
      case 's': {
        const auto address = take(8);
        if (!address) return false;
        // The host's printf leaves "(null)" out where it does not fit.
        if (*address == 0) return print_string(c, c.precision.value_or(6) < 6 ? "" : "(null)");
        const auto text = string_at_(*address, static_cast<size_t>(c.precision.value_or(kAll)));
        return text && print_string(c, *text);
      }
      default: return false;
    }
  }

  std::string_view format_;
  std::span<const std::byte> arguments_;
  const StringAt& string_at_;
  size_t next_ = 0;    // in the format
  size_t offset_ = 0;  // in the arguments
  FormattedPrintf result_;
};

}  // namespace

FormattedPrintf format_device_printf(std::string_view format, std::span<const std::byte> arguments,
                                     const StringAt& string_at) {
  return Formatter(format, arguments, string_at).run();
}

}  // namespace warplab::sim

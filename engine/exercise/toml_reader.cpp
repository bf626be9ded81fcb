#include "exercise/toml_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/wide_encoding.hpp"
#include "exercise/spelling.hpp"
#include "exercise/toml_text.hpp"

namespace warplab::exercise {
namespace {

// The largest file and the most dots outside strings that are read. A dotted key opens a table for
// each dot, and the parser's tables are freed recursively: "a.a.a..." in thousands would end in a
// stack overflow. Exercises have a few dozen.
constexpr size_t kLargestFile = 256 * 1024;
constexpr size_t kMostDots = 2000;

// Counts the dots outside comments and strings. Where the text is malformed the parser stops there,
// so what is counted after that does not matter.
size_t dots_outside_strings(std::string_view text) {
  size_t dots = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '.') {
      ++dots;
    } else if (c == '#') {
      i = std::min(text.find('\n', i), text.size());
    } else if (c == '"' || c == '\'') {
      const std::string triple(3, c);
      const bool multiline = text.substr(i, 3) == triple;
      const std::string_view close = multiline ? std::string_view(triple) : text.substr(i, 1);
      i += close.size();
      while (i < text.size() && text.substr(i, close.size()) != close &&
             (multiline || text[i] != '\n')) {
        i += c == '"' && text[i] == '\\' ? 2 : 1;
      }
      if (i < text.size() && text[i] == c) i += close.size() - 1;
    }
  }
  return dots;
}

// A sentence about the first of `names` that is not in `scope`, or "".
std::string unknown_name(std::string_view text, const std::vector<std::string>& names,
                         const Scope& scope) {
  for (const std::string& name : names) {
    if (std::find(scope.begin(), scope.end(), name) != scope.end()) continue;
    const std::vector<std::string_view> known(scope.begin(), scope.end());
    const std::string hint = did_you_mean(name, known);
    return fmt::format("\"{}\" uses \"{}\", which is no name here{}", text, name,
                       !hint.empty()   ? hint
                       : known.empty() ? "; only numbers may stand there"
                                       : "; there are " + quoted_list(known));
  }
  return {};
}

// A message quotes what the file says, which may hold line ends and other control characters; the
// message itself is one line.
std::string one_line(std::string_view message) {
  std::string line;
  for (const char c : message) {
    if (c == '\n') {
      line += "\\n";
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      line += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    } else {
      line += c;
    }
  }
  return line;
}

}  // namespace

void Problems::add(size_t line, std::string_view key, std::string_view message) {
  if (first_ && first_->line <= line) return;
  std::string text = file_;
  if (line > 0) text += fmt::format(":{}", line);
  if (!key.empty()) text += fmt::format(": {}", key);
  first_ = Problem{line, one_line(fmt::format("{}: {}", text, message))};
}

std::string_view kind_of(const toml::node& node) {
  switch (node.type()) {
    case toml::node_type::table: return "a table";
    case toml::node_type::array: return "a list";
    case toml::node_type::string: return "a string";
    case toml::node_type::integer: return "a whole number";
    case toml::node_type::floating_point: return "a decimal number";
    case toml::node_type::boolean: return "true or false";
    case toml::node_type::date:
    case toml::node_type::time:
    case toml::node_type::date_time: return "a date or time";
    case toml::node_type::none: break;
  }
  return "nothing";
}

bool is_identifier(std::string_view word) {
  const auto letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  };
  if (word.empty() || !letter(word[0])) return false;
  return std::all_of(word.begin(), word.end(),
                     [&](char c) { return letter(c) || (c >= '0' && c <= '9'); });
}

Result<toml::table> parse_toml(std::string_view text, const std::string& file) {
  if (text.size() > kLargestFile) {
    return Error{fmt::format("{}: the file has {} bytes; an exercise may have {}", file,
                             text.size(), kLargestFile)};
  }
  if (const std::string_view encoding = wide_encoding_of(text); !encoding.empty())
    return Error{fmt::format("{}: the file is saved as {}; save it as UTF-8", file, encoding)};
  if (dots_outside_strings(text) > kMostDots) {
    return Error{
        fmt::format("{}: the file has more than {} dots outside strings, which no exercise needs",
                    file, kMostDots)};
  }
  try {
    return toml::parse(text, std::string_view{file});
  } catch (const toml::parse_error& error) {
    const auto line = error.source().begin.line;
    // What has bytes of 0 is no text at all.
    if (error.description().find("invalid utf-8") != std::string_view::npos &&
        text.find('\0') == std::string_view::npos)
      return Error{
          fmt::format("{}:{}: a character is none of UTF-8; save the file as UTF-8", file, line)};
    return Error{
        one_line(fmt::format("{}:{}: not valid TOML: {}", file, line, error.description()))};
  }
}

std::string TomlTable::path_of(std::string_view key) const {
  return path_.empty() ? std::string(key) : fmt::format("{}.{}", path_, key);
}

size_t TomlTable::line_of(std::string_view key) const {
  const toml::node* const value = node(key);
  const size_t own = line() == 0 ? 1 : line();
  return value && value->source().begin.line > 0 ? value->source().begin.line : own;
}

void TomlTable::problem(std::string_view key, std::string_view message) const {
  problems_->add(key.empty() ? std::max<size_t>(line(), 1) : line_of(key),
                 key.empty() ? path_ : path_of(key), message);
}

void TomlTable::expected(std::string_view key, std::string_view what) const {
  const toml::node* const value = node(key);
  if (value) {
    problem(key, fmt::format("expected {}, found {}", what, kind_of(*value)));
  } else {
    problem(key, fmt::format("is missing; expected {}", what));
  }
}

void TomlTable::allow_only(std::span<const std::string_view> known) const {
  for (const auto& [key, value] : *table_) {
    if (std::find(known.begin(), known.end(), key.str()) != known.end()) continue;
    const std::string hint = did_you_mean(key.str(), known);
    const size_t line = key.source().begin.line > 0 ? key.source().begin.line : line_of(key.str());
    problems_->add(line, path_of(key.str()),
                   hint.empty() ? fmt::format("unknown key; known here: {}", quoted_list(known))
                                : fmt::format("unknown key{}", hint));
  }
}

std::string TomlTable::required_text(std::string_view key, std::string_view example) const {
  if (!has(key)) {
    expected(key, fmt::format("a string such as \"{}\"", example));
    return {};
  }
  std::string value = text(key);
  if (value.empty() && node(key)->is_string()) {
    problem(key, fmt::format("is empty; expected a string such as \"{}\"", example));
  }
  return value;
}

std::string TomlTable::text(std::string_view key, std::string_view otherwise) const {
  if (!has(key)) return std::string(otherwise);
  const auto value = node(key)->value_exact<std::string>();
  if (!value) expected(key, "a string");
  return value.value_or(std::string(otherwise));
}

std::optional<double> TomlTable::number(std::string_view key) const {
  if (!has(key)) return std::nullopt;
  const auto value = node(key)->is_number() ? node(key)->value<double>() : std::nullopt;
  if (!value && node(key)->is_integer()) {
    // A double between two of which there is no other whole number (2^53).
    problem(key, fmt::format("is {}; expected a number of at most 9 007 199 254 740 992, beyond "
                             "which they are not told apart",
                             *node(key)->value<int64_t>()));
  } else if (!value) {
    expected(key, "a number");
  } else if (!std::isfinite(*value)) {
    problem(key, "is not finite; expected a number");
    return std::nullopt;
  }
  return value;
}

bool TomlTable::flag(std::string_view key, bool otherwise) const {
  const toml::node* const found = node(key);
  if (found == nullptr) return otherwise;
  if (found->is_boolean()) return found->as_boolean()->get();
  expected(key, "true or false");
  return otherwise;
}

std::optional<int64_t> TomlTable::whole(std::string_view key) const {
  if (!has(key)) return std::nullopt;
  const auto value = node(key)->value_exact<int64_t>();
  if (!value) expected(key, "a whole number");
  return value;
}

std::vector<std::string> TomlTable::texts(std::string_view key) const {
  std::vector<std::string> list;
  if (!has(key)) return list;
  const toml::array* const array = node(key)->as_array();
  if (!array) {
    expected(key, "a list of strings");
    return list;
  }
  for (const toml::node& element : *array) {
    const auto value = element.value_exact<std::string>();
    if (value && !value->empty()) {
      list.push_back(*value);
    } else if (value) {
      problems_->add(element.source().begin.line, path_of(key), "has an empty string in it");
    } else {
      problems_->add(element.source().begin.line, path_of(key),
                     fmt::format("expected a list of strings, found {} in it", kind_of(element)));
    }
  }
  return list;
}

std::optional<Expression> TomlTable::expression_of(const toml::node& value, std::string_view key,
                                                   const Scope& scope) const {
  if (const auto constant = value.value_exact<int64_t>()) return Expression(*constant);
  const size_t at = value.source().begin.line;
  const auto text = value.value_exact<std::string>();
  if (!text) {
    problems_->add(
        at, path_of(key),
        fmt::format("expected a whole number or an expression such as \"ceil_div(n, 256)\", "
                    "found {}",
                    kind_of(value)));
    return std::nullopt;
  }
  Result<Expression> parsed = Expression::parse(*text);
  if (!parsed) {
    problems_->add(at, path_of(key), parsed.error());
    return std::nullopt;
  }
  if (const std::string wrong = unknown_name(*text, parsed->names(), scope); !wrong.empty()) {
    problems_->add(at, path_of(key), wrong);
    return std::nullopt;
  }
  return *parsed;
}

std::optional<Expression> TomlTable::expression(std::string_view key, const Scope& scope) const {
  return has(key) ? expression_of(*node(key), key, scope) : std::nullopt;
}

std::vector<Expression> TomlTable::expressions(std::string_view key, size_t least, size_t most,
                                               const Scope& scope) const {
  std::vector<Expression> list;
  if (!has(key)) return list;
  const toml::array* const array = node(key)->as_array();
  if (!array) {
    expected(key, fmt::format("a list of {} to {} whole numbers or expressions", least, most));
    return list;
  }
  if (array->size() < least || array->size() > most) {
    problem(key, fmt::format("has {} entries; expected {} to {}", array->size(), least, most));
    return list;
  }
  for (const toml::node& element : *array) {
    if (auto parsed = expression_of(element, key, scope)) list.push_back(std::move(*parsed));
  }
  return list;
}

std::optional<Formula> TomlTable::formula(std::string_view key, const Scope& scope) const {
  if (!has(key)) return std::nullopt;
  const auto text = node(key)->value_exact<std::string>();
  if (!text) {
    expected(key, "a formula such as \"i1 + i0 / 10\"");
    return std::nullopt;
  }
  Result<Formula> parsed = Formula::parse(*text);
  if (!parsed) {
    problem(key, parsed.error());
    return std::nullopt;
  }
  if (const std::string wrong = unknown_name(*text, parsed->names(), scope); !wrong.empty()) {
    problem(key, wrong);
    return std::nullopt;
  }
  return *parsed;
}

std::optional<TomlTable> TomlTable::table(std::string_view key) const {
  if (!has(key)) return std::nullopt;
  const toml::table* const inner = node(key)->as_table();
  if (!inner) {
    expected(key, "a table");
    return std::nullopt;
  }
  return TomlTable(*inner, path_of(key), *problems_);
}

std::vector<TomlTable> TomlTable::tables(std::string_view key) const {
  std::vector<TomlTable> list;
  if (!has(key)) return list;
  const std::string what = fmt::format("one or more tables [[{}]]", path_of(key));
  const toml::array* const array = node(key)->as_array();
  if (!array) {
    expected(key, what);
    return list;
  }
  for (const toml::node& element : *array) {
    if (const toml::table* const inner = element.as_table()) {
      list.emplace_back(*inner, path_of(key), *problems_);
    } else {
      problems_->add(element.source().begin.line, path_of(key),
                     fmt::format("expected {}, found {}", what, kind_of(element)));
    }
  }
  return list;
}

std::vector<std::string> TomlTable::keys() const {
  std::vector<std::pair<toml::source_position, std::string>> found;
  for (const auto& [key, value] : *table_) found.emplace_back(key.source().begin, key.str());
  std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) {
    return std::pair(a.first.line, a.first.column) < std::pair(b.first.line, b.first.column);
  });
  std::vector<std::string> names;
  for (auto& [position, name] : found) names.push_back(std::move(name));
  return names;
}

std::string TomlTable::as_text() const { return inline_toml(*table_); }

}  // namespace warplab::exercise

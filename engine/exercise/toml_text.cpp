#include "exercise/toml_text.hpp"

#include <fmt/format.h>

#include <cassert>
#include <cmath>
#include <sstream>
#include <utility>

namespace warplab::exercise {
namespace {

std::string inline_list(const toml::array& list) {
  std::string text = "[";
  for (const toml::node& one : list) text += (text.size() > 1 ? ", " : "") + inline_toml(one);
  return text + "]";
}

std::string inline_table(const toml::table& table) {
  std::string text = "{";
  for (const auto& [key, value] : table)
    text += fmt::format("{}{} = {}", text.size() > 1 ? ", " : " ", quoted_toml(key.str()),
                        inline_toml(value));
  return text + " }";
}

// Lines in front of the text give its values the line that they are told by.
toml::table parsed_at(size_t line, std::string_view text) {
  std::string padded(line > 1 ? line - 1 : 0, '\n');
  padded += "value = ";
  padded += text;
  try {
    return toml::parse(padded);
  } catch (const toml::parse_error&) {
    assert(false && "what is written can be read");
    return toml::table{{"value", ""}};
  }
}

}  // namespace

std::string quoted_toml(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
      quoted += fmt::format("\\u{:04X}", static_cast<unsigned char>(c));
    else quoted += c;
  }
  return quoted + "\"";
}

std::string inline_toml(const toml::node& value) {
  if (const toml::table* const table = value.as_table()) return inline_table(*table);
  if (const toml::array* const list = value.as_array()) return inline_list(*list);
  if (const auto text = value.value_exact<std::string>()) return quoted_toml(*text);
  if (const auto truth = value.value_exact<bool>()) return *truth ? "true" : "false";
  if (const auto whole = value.value_exact<int64_t>()) return fmt::format("{}", *whole);
  if (const auto number = value.value_exact<double>()) {
    if (!std::isfinite(*number)) return std::isnan(*number) ? "nan" : *number > 0 ? "inf" : "-inf";
    const std::string text = fmt::format("{}", *number);
    return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
  }
  std::ostringstream text;  // a date or time
  value.visit([&](const auto& one) {
    if constexpr (!toml::is_table<decltype(one)> && !toml::is_array<decltype(one)>)
      text << one.get();
  });
  return std::move(text).str();
}

void put_toml(toml::table& into, std::string_view key, size_t line, std::string_view text) {
  toml::table parsed = parsed_at(line, text);
  parsed.get("value")->visit([&](auto& value) { into.insert_or_assign(key, std::move(value)); });
}

void insert_toml(toml::array& into, size_t index, size_t line, std::string_view text) {
  toml::table parsed = parsed_at(line, text);
  parsed.get("value")->visit([&](auto& value) {
    into.insert(into.cbegin() + static_cast<std::ptrdiff_t>(index), std::move(value));
  });
}

}  // namespace warplab::exercise

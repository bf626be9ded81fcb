#include "compile/readable_text.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>

#include "base/utf8.hpp"
#include "source/tokens.hpp"

namespace warplab::compile {
namespace {

constexpr auto kTwoLetters = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"\u00e4", "ae"},
    {"\u00f6", "oe"},
    {"\u00fc", "ue"},
    {"\u00c4", "Ae"},
    {"\u00d6", "Oe"},
    {"\u00dc", "Ue"},
    {"\u00df", "ss"},
});

// Letters beyond ASCII, as far as people write names with them: Latin, Greek, Cyrillic, Japanese,
// Chinese and Korean. Others, such as a minus sign from a text, are no part of a name.
bool is_letter(char32_t c) {
  constexpr std::pair<char32_t, char32_t> kRanges[] = {
      {0xB5, 0xB5},   {0xC0, 0xD6},     {0xD8, 0xF6},     {0xF8, 0x24F},    {0x370, 0x3FF},
      {0x400, 0x52F}, {0x1E00, 0x1FFF}, {0x3040, 0x30FF}, {0x4E00, 0x9FFF}, {0xAC00, 0xD7A3}};
  return std::ranges::any_of(kRanges,
                             [c](auto range) { return range.first <= c && c <= range.second; });
}

bool is_ascii(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 128; });
}

bool has_only_letters(std::string_view name) {
  for (size_t i = 0; i < name.size();) {
    const size_t length = utf8_length(name.substr(i));
    if (length == 0 || (length > 1 && !is_letter(utf8_code_point(name.substr(i, length)))))
      return false;
    i += length;
  }
  return true;
}

// As many bytes, none of them beyond ASCII, that are no other name.
std::string plain_name(std::string_view name, const std::set<std::string>& others) {
  std::string plain(name);
  size_t last = 0;
  for (size_t i = 0; i < plain.size();) {
    const size_t length = std::max<size_t>(utf8_length(name.substr(i)), 1);
    const auto known = std::ranges::find(kTwoLetters, name.substr(i, length),
                                         &std::pair<std::string_view, std::string_view>::first);
    if (known != kTwoLetters.end()) plain.replace(i, length, known->second);
    else if (length > 1) plain.replace(i, length, length, 'u');
    if (length > 1) last = i + 1;
    i += length;
  }
  for (char c = 'a'; others.contains(plain) && c <= 'z'; ++c) plain[last] = c;
  return plain;
}

void rename_beyond_ascii(std::string& text) {
  std::vector<source::Token> words;
  for (const source::Token& token : source::tokens_of(text)) words.push_back(token);
  for (const source::Directive& directive : source::directives_of(text))
    words.insert(words.end(), directive.tokens.begin(), directive.tokens.end());
  std::erase_if(words, [](const auto& t) { return t.kind != source::Token::Kind::word; });
  std::set<std::string> names;
  for (const source::Token& word : words) names.emplace(word.text);
  std::map<std::string, std::string> plain;
  for (const source::Token& word : words) {
    if (is_ascii(word.text) || !has_only_letters(word.text)) continue;
    const auto [known, is_new] = plain.try_emplace(std::string(word.text));
    if (is_new) names.insert(known->second = plain_name(word.text, names));
  }
  for (const source::Token& word : words)
    if (const auto known = plain.find(std::string(word.text)); known != plain.end())
      text.replace(word.offset, known->second.size(), known->second);
}

}  // namespace

std::string readable_text(std::string text) {
  bool is_plain = true;
  for (size_t i = 0; i < text.size();) {
    const size_t length = utf8_length(std::string_view(text).substr(i));
    const char c = text[i];
    const bool is_control =
        (c >= 0 && c < ' ' && std::string_view("\t\n\v\f\r").find(c) == std::string_view::npos) ||
        c == 0x7F;
    if (length == 0 || is_control) text[i] = '?';
    is_plain &= length < 2;
    i += std::max<size_t>(length, 1);
  }
  if (!is_plain) rename_beyond_ascii(text);
  return text;
}

}  // namespace warplab::compile

#include "lens/source_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <set>

#include "base/words.hpp"

namespace warplab::lens {
namespace {

bool is_blank(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

// Without comments, whose words are none of the program's.
std::string code_of(std::string_view source) {
  std::string code;
  for (size_t at = 0; at < source.size();) {
    const std::string_view rest = source.substr(at);
    if (rest.starts_with("//")) at = std::min(source.find('\n', at), source.size());
    else if (rest.starts_with("/*"))
      at = std::min(source.find("*/", at + 2), source.size() - 2) + 2;
    else code += source[at++];
  }
  return code;
}

std::string last_word(std::string_view text) {
  size_t end = text.size();
  while (end > 0 && !is_word_character(text[end - 1])) --end;
  size_t begin = end;
  while (begin > 0 && is_word_character(text[begin - 1])) --begin;
  return std::string(text.substr(begin, end - begin));
}

std::vector<std::string> split(std::string_view text, char at) {
  std::vector<std::string> parts(1);
  for (const char c : text)
    if (c == at) parts.emplace_back();
    else parts.back() += c;
  return parts;
}

// A sum of products of names and numbers, in an order of its own; none for any other expression.
std::optional<std::string> ordered(std::string_view expression) {
  std::string bare;
  for (const char c : expression) {
    if (is_blank(c)) continue;
    if (!is_word_character(c) && c != '.' && c != '+' && c != '*' && c != '#') return std::nullopt;
    bare += c;
  }
  std::vector<std::string> terms;
  for (const std::string& term : split(bare, '+')) {
    std::vector<std::string> factors = split(term, '*');
    for (const std::string& factor : factors)
      if (factor.empty()) return std::nullopt;
    std::ranges::sort(factors);
    terms.push_back(fmt::format("{}", fmt::join(factors, "*")));
  }
  std::ranges::sort(terms);
  return fmt::format("{}", fmt::join(terms, "+"));
}

// How often the file may change the variable, its initialisers included: a name whose value changes
// is no name of one register.
size_t changes_of(const std::string& code, const std::string& name) {
  size_t changes = 0;
  for (size_t at = code.find(name); at != std::string::npos; at = code.find(name, at + 1)) {
    size_t end = at + name.size(), begin = at;
    if ((at > 0 && is_word_character(code[at - 1])) ||
        (end < code.size() && is_word_character(code[end])))
      continue;
    while (end < code.size() && is_blank(code[end])) ++end;
    while (begin > 0 && is_blank(code[begin - 1])) --begin;
    const std::string_view after = std::string_view(code).substr(end, 3);
    const std::string_view before =
        std::string_view(code).substr(begin < 2 ? 0 : begin - 2, begin < 2 ? begin : 2);
    const bool is_set = after.starts_with('=') && !after.starts_with("==");
    const bool is_updated = after.size() > 1 && after[1] == '=' &&
                            std::string_view("+-*/%&|^").find(after[0]) != std::string_view::npos;
    const bool is_shifted = after == "<<=" || after == ">>=";
    const bool is_counted =
        after.starts_with("++") || after.starts_with("--") || before == "++" || before == "--";
    const bool is_handed_out = before.ends_with('&') && before != "&&";
    if (is_set || is_updated || is_shifted || is_counted || is_handed_out) ++changes;
  }
  return changes;
}

struct Initialisers {
  std::map<std::string, std::set<std::string>> names;  // by initialiser, ordered: of what
  std::map<std::string, std::set<std::string>> all;    // by name: with what, "" for what is no sum
  std::map<std::string, size_t> count;                 // by name
};

Initialisers initialisers_of(const std::string& code) {
  Initialisers found;
  for (size_t at = code.find('='); at != std::string::npos; at = code.find('=', at + 1)) {
    const size_t end = code.find_first_of(";,=", at + 1);
    if (end == std::string::npos || code[end] == '=') continue;
    size_t name_end = at;
    while (name_end > 0 && is_blank(code[name_end - 1])) --name_end;
    if (name_end == 0 || !is_word_character(code[name_end - 1])) continue;
    size_t name_begin = name_end;
    while (name_begin > 0 && is_word_character(code[name_begin - 1])) --name_begin;
    // A declaration: in front of the name stands its type, or the declarator before.
    size_t type_end = name_begin;
    while (type_end > 0 && is_blank(code[type_end - 1])) --type_end;
    if (type_end == 0 || (type_end == name_begin && code[type_end - 1] != ',')) continue;
    if (!is_word_character(code[type_end - 1]) && code[type_end - 1] != ',') continue;
    const std::string name = code.substr(name_begin, name_end - name_begin);
    const auto key = ordered(std::string_view(code).substr(at + 1, end - at - 1));
    if (key) found.names[*key].insert(name);
    found.all[name].insert(key.value_or(""));
    ++found.count[name];
  }
  return found;
}

// The one variable of the file that begins with this expression, whichever function it is in, and
// never changes; empty where there is none, or several.
std::string name_of(const std::string& code, const Initialisers& known,
                    const std::string& expression) {
  const auto key = ordered(expression);
  const auto names = key ? known.names.find(*key) : known.names.end();
  if (names == known.names.end() || names->second.size() != 1) return "";
  const std::string& name = *names->second.begin();
  const bool is_one = known.all.at(name).size() == 1;
  return is_one && changes_of(code, name) == known.count.at(name) ? name : "";
}

std::string with_parameters(std::string_view meaning, const std::vector<std::string>& names) {
  std::string text;
  for (size_t at = 0; at < meaning.size(); ++at) {
    if (meaning[at] != '#') {
      text += meaning[at];
      continue;
    }
    size_t number = 0;
    while (at + 1 < meaning.size() && std::isdigit(static_cast<unsigned char>(meaning[at + 1])))
      number = 10 * number + static_cast<size_t>(meaning[++at] - '0');
    text += number < names.size() && !names[number].empty()
                ? names[number]
                : fmt::format("parameter {}", number + 1);
  }
  return text;
}

}  // namespace

std::vector<std::string> parameter_names(std::string_view source, std::string_view kernel) {
  const std::string code = code_of(source);
  for (size_t at = code.find(kernel); at != std::string::npos; at = code.find(kernel, at + 1)) {
    size_t open = at + kernel.size();
    if ((at > 0 && is_word_character(code[at - 1])) ||
        (open < code.size() && is_word_character(code[open])))
      continue;
    while (open < code.size() && is_blank(code[open])) ++open;
    if (open == code.size() || code[open] != '(') continue;
    std::vector<std::string> parameters(1);
    int depth = 0;
    size_t close = open;
    for (; close < code.size(); ++close) {
      const char c = code[close];
      if (c == '(' || c == '<' || c == '[') ++depth;
      if (c == ')' || c == '>' || c == ']') --depth;
      if (depth == 0) break;
      if (c == ',' && depth == 1) parameters.emplace_back();
      else if (depth == 1 && close != open) parameters.back() += c;
    }
    size_t next = close + 1;
    while (next < code.size() && is_blank(code[next])) ++next;
    if (next >= code.size() || code[next] != '{') continue;  // a call or a declaration
    std::vector<std::string> names;
    for (const std::string& parameter : parameters) names.push_back(last_word(parameter));
    return names;
  }
  return {};
}

void name_registers(std::string_view source, data::StepWalk& walk) {
  const std::string code = code_of(source);
  const Initialisers known = initialisers_of(code);
  for (data::StepFunction& function : walk.functions) {
    std::vector<std::string> parameters;
    if (function.name == walk.kernel) parameters = parameter_names(source, function.name);
    for (data::StepRegister& reg : function.registers) {
      if (reg.meaning.empty()) continue;
      reg.meaning = with_parameters(reg.meaning, parameters);
      if (const std::string name = name_of(code, known, reg.meaning); !name.empty())
        reg.meaning = name;
    }
  }
}

}  // namespace warplab::lens

#include "exercise/glossary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "exercise/toml_reader.hpp"

namespace warplab::exercise {
namespace {

// A list that is looked through for each text; and a text that is read under the mouse.
constexpr size_t kMostTerms = 300, kLongestName = 60, kLongestText = 500, kMostForms = 8;

char small(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool same(std::string_view a, std::string_view b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(),
                                            [](char x, char y) { return small(x) == small(y); });
}

// Letters with accents and of other alphabets are of words. What begins with the bytes C2 and E2 in
// UTF-8 is not: spaces that do not break, quotation marks, dashes, arrows.
bool is_of_word(std::string_view text, size_t at) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  const char s = small(text[at]);
  if (byte(at) < 0x80) return (s >= 'a' && s <= 'z') || (s >= '0' && s <= '9') || s == '_';
  while (at > 0 && (byte(at) & 0xC0) == 0x80) --at;
  return byte(at) != 0xC2 && byte(at) != 0xE2;
}

// "warp", "warps"; "pass", "passes"; "latency", "latencies".
std::string plural_of(std::string_view name) {
  constexpr std::string_view kVowels = "aeiou";
  const bool after_consonant =
      name.size() > 1 && kVowels.find(name[name.size() - 2]) == std::string_view::npos;
  if (name.ends_with('y') && after_consonant)
    return std::string(name.substr(0, name.size() - 1)) + "ies";
  for (const std::string_view ending : {"s", "x", "sh", "ch"})
    if (name.ends_with(ending)) return std::string(name) + "es";
  return std::string(name) + "s";
}

Term read_term(const TomlTable& table, const std::vector<Term>& before) {
  table.allow_only({"name", "also", "text"});
  Term term;
  term.name = table.required_text("name", "warp");
  term.text =
      table.required_text("text", "Thirty-two threads that execute an instruction together.");
  if (term.name.size() > kLongestName)
    table.problem("name",
                  fmt::format("has {} bytes; a term may have {}", term.name.size(), kLongestName));
  if (term.text.size() > kLongestText)
    table.problem("text", fmt::format("has {} bytes; expected one or two sentences, {} at most",
                                      term.text.size(), kLongestText));
  std::vector<std::string> also = table.texts("also");
  if (also.size() > kMostForms)
    table.problem("also",
                  fmt::format("has {} entries; expected at most {}", also.size(), kMostForms));
  term.forms = {term.name, plural_of(term.name)};
  term.forms.insert(term.forms.end(), std::make_move_iterator(also.begin()),
                    std::make_move_iterator(also.end()));
  for (const Term& other : before)
    for (const std::string& form : term.forms)
      if (std::any_of(other.forms.begin(), other.forms.end(),
                      [&](const std::string& one) { return same(one, form); }))
        table.problem("name", fmt::format("\"{}\" is explained at \"{}\" already; expected each "
                                          "word once",
                                          form, other.name));
  return term;
}

}  // namespace

Result<Glossary> load_glossary(std::string_view text, const std::string& file) {
  const Result<toml::table> parsed = parse_toml(text, file);
  if (!parsed) return Error{parsed.error()};
  Problems problems(file);
  const TomlTable root(*parsed, "", problems);
  root.allow_only({"term"});
  Glossary glossary;
  const std::vector<TomlTable> tables = root.tables("term");
  if (tables.size() > kMostTerms)
    root.problem("term",
                 fmt::format("there are {}; expected at most {}", tables.size(), kMostTerms));
  else
    for (const TomlTable& table : tables)
      glossary.terms.push_back(read_term(table, glossary.terms));
  if (problems.any()) return problems.first();
  return glossary;
}

void add_terms(Glossary& to, Glossary own) {
  for (Term& term : own.terms) {
    std::erase_if(to.terms, [&](const Term& other) { return same(other.name, term.name); });
    to.terms.push_back(std::move(term));
  }
}

TermFinder::TermFinder(const Glossary& glossary) {
  for (size_t i = 0; i < glossary.terms.size(); ++i)
    for (const std::string& form : glossary.terms[i].forms)
      by_first_letter_[static_cast<unsigned char>(small(form[0]))].push_back({form, i});
}

std::vector<TermPlace> TermFinder::find(std::string_view text) const {
  std::vector<TermPlace> places;
  for (size_t at = 0; at < text.size(); ++at) {
    const std::vector<Form>& forms = by_first_letter_[static_cast<unsigned char>(small(text[at]))];
    if (forms.empty() || !is_of_word(text, at) || (at > 0 && is_of_word(text, at - 1))) continue;
    TermPlace longest;
    for (const Form& form : forms) {
      const size_t size = form.text.size(), end = at + size;
      // Of two that are as long the later one is the course's own.
      if (size < longest.size || end > text.size()) continue;
      if (end < text.size() && is_of_word(text, end)) continue;
      if (same(text.substr(at, size), form.text)) longest = {at, size, form.term};
    }
    if (longest.size == 0) continue;
    places.push_back(longest);
    at += longest.size - 1;
  }
  return places;
}

}  // namespace warplab::exercise

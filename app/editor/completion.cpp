#include "editor/completion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <utility>

namespace warplab::app {
namespace {

// A list that is longer is narrowed by another letter.
constexpr size_t kMostCompletions = 60;

bool same_letter(char a, char b) {
  const auto small = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
  return small(a) == small(b);
}

bool begins_with(std::string_view name, std::string_view letters) {
  return name.size() >= letters.size() &&
         std::equal(letters.begin(), letters.end(), name.begin(), same_letter);
}

std::string_view without_underscores(std::string_view name) {
  while (name.starts_with('_')) name.remove_prefix(1);
  return name;
}

std::string sentence_of(const NameInCode& name) {
  const int line = name.at.line + 1;
  const bool is_shared = name.declaration.find("__shared__") != std::string::npos;
  switch (name.kind) {
    case NameInCode::Kind::function: return fmt::format("A function of this file, line {}.", line);
    case NameInCode::Kind::parameter:
      return fmt::format("A parameter of {}, line {}.", name.within, line);
    case NameInCode::Kind::variable:
      return is_shared ? fmt::format("In shared memory, declared on line {}.", line)
                       : fmt::format("A variable, declared on line {}.", line);
    case NameInCode::Kind::type: return fmt::format("A type of this file, line {}.", line);
    case NameInCode::Kind::macro: return fmt::format("A macro, line {}.", line);
  }
  return {};
}

Completion::Kind kind_of(NameInCode::Kind kind) {
  switch (kind) {
    case NameInCode::Kind::function: return Completion::Kind::function;
    case NameInCode::Kind::parameter: return Completion::Kind::parameter;
    case NameInCode::Kind::variable: return Completion::Kind::variable;
    case NameInCode::Kind::type: return Completion::Kind::type;
    case NameInCode::Kind::macro: return Completion::Kind::macro;
  }
  return Completion::Kind::word;
}

// Puts each name in once, in the order of asking.
class List {
 public:
  explicit List(std::string_view letters) : letters_(letters) {}
  void add(Completion one, bool without_lead = false) {
    const std::string_view name =
        without_lead ? without_underscores(one.name) : std::string_view(one.name);
    if (list_.size() >= kMostCompletions || !begins_with(name, letters_)) return;
    if (known_.insert(one.name).second) list_.push_back(std::move(one));
  }
  std::vector<Completion> take() {
    std::stable_partition(list_.begin(), list_.end(), [&](const Completion& one) {
      return std::string_view(one.name).starts_with(letters_);
    });
    // A word that is written out already needs no other.
    std::stable_partition(list_.begin(), list_.end(),
                          [&](const Completion& one) { return one.name == letters_; });
    return std::move(list_);
  }

 private:
  std::string_view letters_;
  std::vector<Completion> list_;
  std::set<std::string> known_;
};

// The name at a place: the columns of its letters, and of the one that it is a part of (threadIdx
// for the x in threadIdx.x).
std::optional<Range> name_at(const CodeText& code, Position at) {
  const std::string& line = code.buffer().line(at.line);
  LineState state = code.line_state(at.line);
  std::optional<Token> whole, before;
  for (const Token& token : tokenize(line, state)) {
    const bool is_name = token.kind == TokenKind::plain || token.kind == TokenKind::function ||
                         token.kind == TokenKind::cuda || token.kind == TokenKind::type ||
                         token.kind == TokenKind::preprocessor;
    const bool is_here = token.begin <= at.column && at.column < token.end;
    if (is_here && !is_name) return std::nullopt;
    if (is_here) {
      const bool is_part = whole && before && line[static_cast<size_t>(before->begin)] == '.' &&
                           before->end == token.begin && whole->end == before->begin;
      const Token& named = is_part ? *whole : token;
      return Range{{at.line, named.begin}, {at.line, named.end}};
    }
    whole = before;
    before = token;
  }
  return std::nullopt;
}

// The namespaces in front of the name that begins at `column`: "a::b" of a::b::name.
std::string space_before(std::string_view line, int column) {
  std::string_view before = line.substr(0, static_cast<size_t>(column));
  if (!before.ends_with("::")) return {};
  before.remove_suffix(2);
  size_t begin = before.size();
  while (begin > 0 && (is_word_byte(before[begin - 1]) || before[begin - 1] == ':')) --begin;
  before.remove_prefix(begin);
  while (before.starts_with(':')) before.remove_prefix(1);
  return std::string(before);
}

}  // namespace

NameStart name_before_caret(const CodeText& code) {
  const Position at = code.caret();
  const std::string& line = code.buffer().line(at.line);
  int begin = at.column;
  while (begin > 0 && is_word_byte(line[static_cast<size_t>(begin - 1)])) --begin;
  const auto letter = [&](int column) { return line[static_cast<size_t>(column)]; };
  if (begin == at.column || std::isdigit(static_cast<unsigned char>(letter(begin)))) return {};
  // A member: what it belongs to is not known.
  if (begin > 0 && letter(begin - 1) == '.') return {};
  if (begin > 1 && letter(begin - 1) == '>' && letter(begin - 2) == '-') return {};
  if (inside_of(line, code.line_state(at.line), at.column) != Inside::code) return {};
  return {begin, line.substr(static_cast<size_t>(begin), static_cast<size_t>(at.column - begin)),
          space_before(line, begin)};
}

Vocabulary vocabulary_of(const CodeText& code) {
  SyntaxStates states;
  return {names_in(code.buffer()), words_in(code.buffer(), states, code.caret())};
}

std::vector<Completion> completions(const Vocabulary& vocabulary, const Builtins& builtins,
                                    const NameStart& start, Position at) {
  if (start.letters.empty()) return {};
  List list(start.letters);
  const auto add_names = [&](std::string_view space) {
    for (size_t i = vocabulary.names.size(); i-- > 0;) {
      const NameInCode& name = vocabulary.names[i];
      const Position end{name.at.line, name.at.column + static_cast<int>(name.name.size())};
      const bool is_typed_now = name.at.line == at.line && end == at;
      if (!is_typed_now && is_meant(name, at, space))
        list.add({name.name, kind_of(name.kind), name.declaration, sentence_of(name), {}});
    }
  };
  if (!start.space.empty()) add_names(start.space);
  add_names({});
  const auto cuda = [](const Builtin& row) {
    return Completion{row.name, Completion::Kind::cuda, row.form, row.text, row.cost};
  };
  for (const Builtin& row : builtins.rows) list.add(cuda(row));
  for (const std::string_view word : language_words())
    list.add({std::string(word), Completion::Kind::keyword, {}, {}, {}});
  for (const std::string& word : vocabulary.words)
    list.add({word, Completion::Kind::word, {}, {}, {}});
  for (const Builtin& row : builtins.rows) list.add(cuda(row), true);
  return list.take();
}

std::optional<std::string> explanation_at(const CodeText& code,
                                          const std::vector<NameInCode>& names,
                                          const Builtins& builtins,
                                          const exercise::Glossary* glossary, Position at) {
  const std::optional<Range> place = name_at(code, at);
  if (!place) return std::nullopt;
  const std::string name = code.buffer().text(*place);
  const std::string space =
      space_before(code.buffer().line(place->begin.line), place->begin.column);
  if (const NameInCode* own = meaning_of(names, name, place->begin, space))
    return fmt::format("{}\n{}", own->declaration, sentence_of(*own));
  const Builtin* builtin = builtins.find(name);
  if (!builtin) return std::nullopt;
  std::string text = fmt::format("{}\n{}", builtin->form, builtin->text);
  if (!builtin->cost.empty()) text += fmt::format("\nCost: {}.", builtin->cost);
  if (!builtin->see.empty() && glossary)
    for (const exercise::Term& term : glossary->terms)
      if (term.name == builtin->see) text += fmt::format("\n\n{}: {}", term.name, term.text);
  return text;
}

}  // namespace warplab::app

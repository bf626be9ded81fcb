#include "editor/names_in_code.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "source/scopes.hpp"

namespace warplab::app {
namespace {

using source::DeclaredName;
using source::Scopes;

// With a space where the text has any between two tokens.
std::string written(const source::Tokens& t, size_t first, size_t last) {
  std::string text;
  for (size_t k = first; k < std::min(last, t.size()); ++k) {
    if (k > first && !touches_previous(t, k)) text += ' ';
    text += t[k].text;
  }
  return text;
}

// The line of a directive, without a comment.
std::string written(std::string_view source, const source::Directive& directive) {
  std::string_view text = source.substr(directive.begin, directive.end - directive.begin);
  text = text.substr(0, text.find('\n'));
  while (text.ends_with(' ') || text.ends_with('\\') || text.ends_with('\r')) text.remove_suffix(1);
  return std::string(text);
}

// The namespaces that what a token names is a name of: "a::b".
std::string space_of(const Scopes& scopes, size_t token) {
  std::string space;
  for (size_t open = scopes.bracket_around(token); open != Scopes::kNone;
       open = scopes.bracket_around(open)) {
    if (!is(scopes.tokens(), open, "{")) break;
    const source::Block& block = scopes.block_at(open);
    if (block.kind != source::Block::Kind::space) break;
    size_t name = block.head;
    while (name < open && !is(scopes.tokens(), name, "namespace")) ++name;
    if (name + 1 >= open) continue;
    space = written(scopes.tokens(), name + 1, open) + (space.empty() ? "" : "::") + space;
  }
  return space;
}

bool defines_type(const source::Tokens& t, size_t name) {
  return is(t, name + 1, "{") || is(t, name + 1, ":") || is(t, name + 1, "=") ||
         is(t, name + 1, "final");
}

class Names {
 public:
  explicit Names(std::string_view text) : scopes_(text) {}

  std::vector<NameInCode> read() {
    for (const auto& [name, declarations] : scopes_.names())
      for (const DeclaredName& declared : declarations)
        if (!declared.is_macro) add(declared);
    for (const source::Directive& directive : source::directives_of(scopes_.source()))
      if (directive.is("define") && directive.tokens.size() > 1)
        names_.push_back({std::string(directive.tokens[1].text),
                          written(scopes_.source(), directive),
                          NameInCode::Kind::macro,
                          position_of(directive.tokens[1].offset),
                          position_of(scopes_.source().size()),
                          {},
                          {}});
    std::ranges::sort(names_, {}, &NameInCode::at);
    return std::move(names_);
  }

 private:
  Position position_of(size_t offset) const {
    const int line = scopes_.line_of(offset);
    return {line - 1, static_cast<int>(offset - scopes_.offset_of(line, 1))};
  }

  void add(const DeclaredName& declared) {
    const source::Tokens& t = scopes_.tokens();
    if (declared.is_type && !defines_type(t, declared.token)) return;
    NameInCode name;
    name.name = t[declared.token].text;
    name.at = position_of(declared.offset);
    name.ends = position_of(declared.scope_end);
    // Of all but the first of a declaration, what is its own stands apart from the type.
    name.declaration = declared.own_begin == declared.type_end
                           ? written(t, declared.type_begin, declared.own_end)
                           : written(t, declared.type_begin, declared.type_end) + " " +
                                 written(t, declared.own_begin, declared.own_end);
    if (declared.where == DeclaredName::Where::parameter) {
      name.kind = NameInCode::Kind::parameter;
      name.within = declared.owner == 0 ? "the lambda" : std::string(t[declared.owner].text);
    } else {
      name.kind = declared.is_function ? NameInCode::Kind::function
                  : declared.is_type   ? NameInCode::Kind::type
                                       : NameInCode::Kind::variable;
      name.space = space_of(scopes_, declared.token);
    }
    names_.push_back(std::move(name));
  }

  Scopes scopes_;
  std::vector<NameInCode> names_;
};

}  // namespace

std::vector<NameInCode> names_in(const TextBuffer& text) {
  const std::string whole = text.text({{}, text.end()});
  return Names(whole).read();
}

bool is_meant(const NameInCode& one, Position at, std::string_view space) {
  if (at < one.at) return false;
  if (space.empty()) return at <= one.ends;
  // Within a, b::name is a::b::name.
  const std::string_view own = one.space;
  return one.kind != NameInCode::Kind::parameter && own.ends_with(space) &&
         (own.size() == space.size() || own[own.size() - space.size() - 1] == ':');
}

const NameInCode* meaning_of(const std::vector<NameInCode>& names, std::string_view name,
                             Position at, std::string_view space) {
  const NameInCode* found = nullptr;
  for (const NameInCode& one : names)
    if (one.name == name && is_meant(one, at, space)) found = &one;
  return found;
}

std::vector<std::string> words_in(const TextBuffer& text, SyntaxStates& states, Position except) {
  std::set<std::string, std::less<>> words;
  for (int i = 0; i < text.line_count(); ++i) {
    const std::string& line = text.line(i);
    LineState state = states.at(text, i);
    for (const Token& token : tokenize(line, state)) {
      const bool is_word = token.kind == TokenKind::plain || token.kind == TokenKind::function;
      if (!is_word || token.end - token.begin < 2) continue;
      if (except.line == i && except.column >= token.begin && except.column <= token.end) continue;
      words.emplace(line.substr(static_cast<size_t>(token.begin),
                                static_cast<size_t>(token.end - token.begin)));
    }
  }
  return {words.begin(), words.end()};
}

}  // namespace warplab::app

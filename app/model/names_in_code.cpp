#include "model/names_in_code.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>

#include "source/words.hpp"

namespace warplab::app {
namespace {

struct Word {
  std::string_view text;
  TokenKind kind;
  Position at;
  Position end() const { return {at.line, at.column + static_cast<int>(text.size())}; }
};

// No deeper than people write; scopes beyond are one.
constexpr size_t kMostScopes = 200;

template <size_t n>
bool one_of(std::string_view text, const std::array<std::string_view, n>& words) {
  return std::find(words.begin(), words.end(), text) != words.end();
}

// What may stand in front of a type or behind it, and is no type by itself.
bool is_qualifier(const Word& word) {
  return source::is_beside_type(word.text) ||
         (word.kind == TokenKind::cuda && word.text.starts_with("__"));
}

bool is_name(const Word& word) {
  return word.kind == TokenKind::plain || word.kind == TokenKind::function;
}

class Reader {
 public:
  Reader(const TextBuffer& text, SyntaxStates& states) : end_(text.end()) {
    for (int i = 0; i < text.line_count(); ++i) read_line(text.line(i), states.at(text, i), i);
  }

  std::vector<NameInCode> read() {
    bool at_start = true;
    while (i_ < words_.size()) {
      const std::string_view text = words_[i_].text;
      if (text == "{") {
        open_scope();
      } else if (text == "}") {
        close_scope();
      } else if (text == "template") {
        i_ = behind_template(i_ + 1);
        at_start = true;
        continue;
      } else if (at_start && (read_type() || read_declaration())) {
        at_start = false;
        continue;
      }
      const bool begins_list = text == "(" && i_ > 0 && words_[i_ - 1].text == "for";
      if (begins_list) header_end_ = behind_brackets(i_);
      // Behind "default:", but not in "a ? b : c * d".
      const bool is_label = text == ":" && i_ > 0 && words_[i_ - 1].kind == TokenKind::keyword;
      at_start = text == ";" || text == "{" || text == "}" || is_label || begins_list;
      ++i_;
    }
    while (!scopes_.empty()) close_scope();
    std::sort(names_.begin(), names_.end(),
              [](const NameInCode& a, const NameInCode& b) { return a.at < b.at; });
    return std::move(names_);
  }

 private:
  enum class ScopeKind : uint8_t { body, type, space, linkage };
  struct Scope {
    ScopeKind kind = ScopeKind::body;
    std::vector<size_t> names;  // that end with it
    std::string space_before;
    bool is_unnamed = false;
  };

  void read_line(std::string_view line, LineState state, int index) {
    const std::vector<Token> tokens = tokenize(line, state);
    const auto text_of = [&](const Token& token) {
      return line.substr(static_cast<size_t>(token.begin),
                         static_cast<size_t>(token.end - token.begin));
    };
    if (!tokens.empty() && tokens[0].kind == TokenKind::preprocessor) {
      if (tokens.size() < 3 || text_of(tokens[1]) != "define") return;
      std::string_view whole = line.substr(static_cast<size_t>(tokens[0].begin));
      if (tokens.back().kind == TokenKind::comment)
        whole = line.substr(static_cast<size_t>(tokens[0].begin),
                            static_cast<size_t>(tokens.back().begin - tokens[0].begin));
      while (whole.ends_with(' ') || whole.ends_with('\\')) whole.remove_suffix(1);
      names_.push_back({std::string(text_of(tokens[2])),
                        std::string(whole),
                        NameInCode::Kind::macro,
                        {index, tokens[2].begin},
                        end_,
                        {},
                        {}});
      return;
    }
    for (const Token& token : tokens)
      if (token.kind != TokenKind::comment && token.kind != TokenKind::preprocessor)
        words_.push_back({text_of(token), token.kind, {index, token.begin}});
  }

  bool is(size_t k, std::string_view text) const {
    return k < words_.size() && words_[k].text == text;
  }

  // Behind the bracket that closes the one at `k`; the end where none does.
  size_t behind_brackets(size_t k) const {
    int depth = 0;
    for (; k < words_.size(); ++k) {
      const std::string_view text = words_[k].text;
      if (text == "(" || text == "[" || text == "{") ++depth;
      if (text == ")" || text == "]" || text == "}") --depth;
      if (depth == 0) return k + 1;
    }
    return k;
  }

  // Behind template arguments that begin at `k`, or `k` where they are none.
  size_t behind_template(size_t k) const {
    if (!is(k, "<")) return k;
    int depth = 0;
    for (size_t j = k; j < words_.size(); ++j) {
      const std::string_view text = words_[j].text;
      if (text == ";" || text == "{" || text == "}") return k;
      if (text == "<") ++depth;
      if (text == ">" && --depth == 0) return j + 1;
    }
    return k;
  }

  // Behind a name with its scopes and arguments: "cg::tile<32>".
  size_t behind_type_name(size_t k) const {
    k = behind_template(k + 1);
    while (is(k, ":") && is(k + 1, ":") && k + 2 < words_.size() && is_name(words_[k + 2]))
      k = behind_template(k + 3);
    return k;
  }

  // The place of the name that the type at `k` declares; none: it is no declaration.
  std::optional<size_t> declared_name(size_t k) const {
    bool has_type = false;
    for (; k < words_.size(); ++k) {
      const Word& word = words_[k];
      if (is_qualifier(word)) {
        if (is(k + 1, "(")) k = behind_brackets(k + 1) - 1;  // __launch_bounds__(256)
      } else if (word.kind == TokenKind::string && k > 0 && is(k - 1, "extern")) {
        continue;  // extern "C"
      } else if (word.kind == TokenKind::type) {
        has_type = true;
      } else if (is_name(word)) {
        if (has_type) return k;
        const size_t behind = behind_type_name(k);
        if (behind >= words_.size() || is(behind, "=") || is(behind, "(")) return std::nullopt;
        has_type = true;
        k = behind - 1;
      } else if (!(has_type && (word.text == "*" || word.text == "&"))) {
        return std::nullopt;
      }
    }
    return std::nullopt;
  }

  // The words from `first` up to `last`, with a space where the text has any.
  std::string written(size_t first, size_t last) const {
    std::string text;
    for (size_t k = first; k < last && k < words_.size(); ++k) {
      if (k > first && words_[k - 1].end() != words_[k].at) text += ' ';
      text += words_[k].text;
    }
    return text;
  }

  size_t behind_arrays(size_t k) const {
    while (is(k, "[")) k = behind_brackets(k);
    return k;
  }

  // struct Pair {
  bool read_type() {
    if (!source::is_a(words_[i_].text, source::kTypeKey) || i_ + 2 >= words_.size() ||
        !is_name(words_[i_ + 1]))
      return false;
    if (!is(i_ + 2, "{") && !is(i_ + 2, ":")) return false;
    add(i_ + 1, written(i_, i_ + 2), NameInCode::Kind::type);
    next_scope_ = ScopeKind::type;
    i_ += 2;
    return true;
  }

  bool read_declaration() {
    const std::optional<size_t> name = declared_name(i_);
    if (!name) return false;
    constexpr std::array<std::string_view, 7> kBehind = {"=", ";", ",", ")", "[", "{", ":"};
    const size_t next = *name + 1;
    const bool is_open = next >= words_.size();  // it is being written
    if (is(next, "(") && declares_functions()) {
      read_function(*name);
      return true;
    }
    if (!is_open && !is(next, "(") && !one_of(words_[next].text, kBehind)) return false;
    const size_t type_end = *name;
    add(*name, written(i_, behind_arrays(next)), NameInCode::Kind::variable);
    read_further(i_, type_end, next);
    return true;
  }

  // The other names of "int a = 1, b[2];". Leaves off at the end of the declaration.
  void read_further(size_t first, size_t type_end, size_t k) {
    while (type_end > first + 1 && (is(type_end - 1, "*") || is(type_end - 1, "&"))) --type_end;
    for (; k < words_.size(); ++k) {
      const std::string_view text = words_[k].text;
      if (text == "(" || text == "[" || text == "{") {
        k = behind_brackets(k) - 1;
      } else if (text == ";" || text == ")" || text == "}") {
        break;
      } else if (text == ",") {
        size_t name = k + 1;
        while (is(name, "*") || is(name, "&")) ++name;
        if (name >= words_.size() || !is_name(words_[name])) continue;
        add(name, written(first, type_end) + " " + written(k + 1, behind_arrays(name + 1)),
            NameInCode::Kind::variable);
      }
    }
    i_ = k;
  }

  void read_function(size_t name) {
    const size_t behind = behind_brackets(name + 1);
    add(name, written(i_, behind), NameInCode::Kind::function);
    pending_.clear();
    for (size_t k = name + 2; k + 1 < behind;) {
      size_t comma = k;
      while (comma + 1 < behind && !is(comma, ",")) {
        const bool opens = is(comma, "(") || is(comma, "[") || is(comma, "{");
        comma = opens ? behind_brackets(comma) : std::max(behind_template(comma), comma + 1);
      }
      if (const auto parameter = declared_name(k); parameter && *parameter < comma) {
        pending_.push_back(names_.size());
        add(*parameter, written(k, behind_arrays(*parameter + 1)), NameInCode::Kind::parameter);
        names_.back().within = words_[name].text;
      }
      k = comma + 1;
    }
    i_ = behind;
    while (is(i_, "const") || is(i_, "noexcept")) ++i_;
    // Of a function that is only declared the parameters mean nothing elsewhere.
    if (!is(i_, "{"))
      for (const size_t one : pending_)
        names_[one].ends = i_ < words_.size() ? words_[i_].at : end_;
    if (!is(i_, "{")) pending_.clear();
  }

  void add(size_t word, std::string declaration, NameInCode::Kind kind) {
    names_.push_back({std::string(words_[word].text),
                      std::move(declaration),
                      kind,
                      words_[word].at,
                      end_,
                      {},
                      is_in_space() ? space_ : std::string()});
    if (word < header_end_) {
      // What the head of a loop declares ends with the loop.
      if (is(header_end_, "{")) pending_.push_back(names_.size() - 1);
      else names_.back().ends = end_of_statement(header_end_);
    } else if (!scopes_.empty()) {
      scopes_.back().names.push_back(names_.size() - 1);
    }
  }

  Position end_of_statement(size_t k) const {
    while (k < words_.size() && words_[k].text != ";") ++k;
    return k < words_.size() ? words_[k].at : end_;
  }

  bool is_in_space() const {
    return !scopes_.empty() &&
           (scopes_.back().kind == ScopeKind::space || scopes_.back().kind == ScopeKind::linkage);
  }

  // In a function "p(...)" behind a type is a variable with its arguments.
  bool declares_functions() const {
    return scopes_.empty() || scopes_.back().kind != ScopeKind::body;
  }

  // What the brace at `i_` opens, by the words before it: extern "C", namespace, namespace a::b.
  ScopeKind kind_of_scope(std::string& name) const {
    if (i_ >= 2 && words_[i_ - 1].kind == TokenKind::string && is(i_ - 2, "extern"))
      return ScopeKind::linkage;
    size_t first = i_;
    while (first > 0 && (is_name(words_[first - 1]) || is(first - 1, ":"))) --first;
    if (first == 0 || !is(first - 1, "namespace")) return ScopeKind::body;
    name = written(first, i_);
    return ScopeKind::space;
  }

  void open_scope() {
    if (scopes_.size() >= kMostScopes) {
      ++scopes_too_many_;
      return;
    }
    std::string name;
    ScopeKind kind = std::exchange(next_scope_, ScopeKind::body);
    if (kind == ScopeKind::body) kind = kind_of_scope(name);
    // Names of an extern "C" block and of a namespace without a name reach on as if it were not
    // there.
    scopes_.push_back({kind, std::exchange(pending_, {}), space_, name.empty()});
    if (name.empty()) return;
    if (!space_.empty()) space_ += "::";
    space_ += name;
  }
  void close_scope() {
    if (scopes_too_many_ > 0) {
      --scopes_too_many_;
      return;
    }
    if (scopes_.empty()) return;
    Scope closed = std::move(scopes_.back());
    scopes_.pop_back();
    space_ = std::move(closed.space_before);
    const bool is_open =
        closed.kind == ScopeKind::linkage || (closed.kind == ScopeKind::space && closed.is_unnamed);
    if (is_open) {
      if (!scopes_.empty())
        scopes_.back().names.insert(scopes_.back().names.end(), closed.names.begin(),
                                    closed.names.end());
      return;
    }
    for (const size_t name : closed.names)
      names_[name].ends = i_ < words_.size() ? words_[i_].end() : end_;
  }

  Position end_;
  std::vector<Word> words_;
  std::vector<NameInCode> names_;
  std::vector<Scope> scopes_;
  ScopeKind next_scope_ = ScopeKind::body;  // what the next brace opens, as far as it was seen
  std::string space_;                       // the namespaces that are open: "a::b"
  size_t scopes_too_many_ = 0;
  std::vector<size_t> pending_;  // parameters of the body that comes next
  size_t header_end_ = 0;        // behind the head of the last loop
  size_t i_ = 0;
};

}  // namespace

std::vector<NameInCode> names_in(const TextBuffer& text, SyntaxStates& states) {
  return Reader(text, states).read();
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

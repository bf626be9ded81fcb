// Source: C++20 standard, [dcl.fct.def] and [expr.prim.lambda].
#include "source/function_bodies.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "source/declarations.hpp"

namespace warplab::source {
namespace {

// Whether `head`, which stands outside of functions, is what stands in front of a function's body:
// parameters, and neither the key of a type nor a value outside of brackets.
bool is_of_function(const Tokens& head) {
  size_t depth = 0;
  bool has_parameters = false;
  for (size_t k = is(head, 0, "template") ? behind_template_arguments(head, 1, true) : 0;
       k < head.size(); ++k) {
    if (is(head, k, "(") || is(head, k, "[")) ++depth;
    if ((is(head, k, ")") || is(head, k, "]")) && depth > 0) --depth;
    has_parameters |= is(head, k, "(");
    if (depth > 0) continue;
    const bool is_value = is(head, k, "=") && !(k > 0 && is(head, k - 1, "operator"));
    if (is_value || is_type_key(head, k)) return false;
  }
  return has_parameters;
}

// The text of `asm("exit;")`, which ends a thread wherever it stands.
bool is_exit_by_assembly(const Token& token) {
  return token.kind == Token::Kind::text && token.text.find("exit;") != std::string_view::npos;
}

using Names = std::set<std::string_view>;

// The macros in which there is such a token, or another one of them.
template <class IsSuch>
Names macros_with(const std::vector<MacroDefinition>& macros, IsSuch is_such) {
  std::map<std::string_view, std::vector<std::string_view>> users;  // of a word: macros
  std::vector<std::string_view> open;
  for (const MacroDefinition& m : macros)
    for (const Token& t : m.body) {
      if (is_such(t)) open.push_back(m.name);
      else if (t.kind == Token::Kind::word) users[t.text].push_back(m.name);
    }
  Names names;
  while (!open.empty()) {
    const std::string_view name = open.back();
    open.pop_back();
    if (!names.insert(name).second) continue;
    if (const auto found = users.find(name); found != users.end())
      open.insert(open.end(), found->second.begin(), found->second.end());
  }
  return names;
}

// Of a statement, as much is kept as shows whether a lambda or a function begins at its end.
constexpr size_t kLongestHead = 1024;

class BodyReader {
 public:
  explicit BodyReader(std::string_view source)
      : tokens_(tokens_of(source)), end_of_source_(source.size()) {
    const std::vector<MacroDefinition> macros = macro_definitions(source);
    exits_ = macros_with(macros, is_exit_by_assembly);
    returns_ = macros_with(macros, [](const Token& t) { return t.text == "return"; });
  }

  std::vector<FunctionBody> run() {
    for (const Token& token : tokens_) read(token);
    return std::move(found_);
  }

 private:
  static constexpr size_t kNone = static_cast<size_t>(-1);

  struct Brace {
    size_t body = kNone;  // that it begins
    Tokens head;          // of the statement that it stands in
    size_t brackets = 0;  // that are open in that statement
  };

  size_t body() const {
    for (size_t k = open_.size(); k-- > 0;)
      if (open_[k].body != kNone) return open_[k].body;
    return kNone;
  }

  void read(const Token& token) {
    if (token.text == "{") return open(token);
    if (token.text == "}") return close(token);
    if (token.text == "(" || token.text == "[") ++brackets_;
    if ((token.text == ")" || token.text == "]") && brackets_ > 0) --brackets_;
    if (const size_t in = body(); in != kNone) {
      FunctionBody& b = found_[in];
      const bool exits = is_exit_by_assembly(token) || exits_.contains(token.text);
      if (exits || token.text == "return" || returns_.contains(token.text))
        b.returns.push_back(token.offset);
      b.may_exit |= exits;
      b.has_goto |= token.text == "goto";
    }
    if (token.text == ";" && brackets_ == 0) head_.clear();
    else head_.push_back(token);
    if (head_.size() > kLongestHead) head_.erase(head_.begin(), head_.begin() + kLongestHead / 2);
  }

  void open(const Token& token) {
    Brace brace;
    const bool in_code = body() != kNone;
    // Outside of functions a brace behind parameters begins one; `int v[f(2)] = {` does not.
    if ((!in_code && brackets_ == 0 && is_of_function(head_)) || is_lambda(head_)) {
      brace.body = found_.size();
      found_.push_back({.begin = token.offset, .end = end_of_source_});
    }
    brace.head = std::move(head_);
    brace.brackets = brackets_;
    head_.clear();
    brackets_ = 0;
    open_.push_back(std::move(brace));
  }

  void close(const Token& token) {
    head_.clear();
    brackets_ = 0;
    if (open_.empty()) return;
    Brace brace = std::move(open_.back());
    open_.pop_back();
    if (brace.body != kNone) found_[brace.body].end = token.offset + 1;
    // The statement goes on behind a value or a lambda: f([] { ... }, 2);
    brackets_ = brace.brackets;
    if (brackets_ > 0) head_ = std::move(brace.head);
  }

  std::vector<Token> tokens_;
  size_t end_of_source_;
  Names exits_, returns_;  // macros
  std::vector<Brace> open_;
  Tokens head_;          // of the statement that is being read
  size_t brackets_ = 0;  // ( and [ that are open in it
  std::vector<FunctionBody> found_;
};

}  // namespace

std::vector<FunctionBody> function_bodies(std::string_view source) {
  return BodyReader(source).run();
}

}  // namespace warplab::source

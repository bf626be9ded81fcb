// A precedence climber over the operators of C (cppreference: "C operator precedence").
#include "exercise/syntax.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "exercise/spelling.hpp"

namespace warplab::exercise {
namespace {

struct BinaryOperator {
  std::string_view spelling;
  int precedence;  // higher binds tighter
  Operation operation;
  bool logic;  // belongs to SyntaxRules::logic
};
// Longer spellings first, so that "<=" is not read as "<".
constexpr BinaryOperator kBinaryOperators[] = {
    {"<=", 4, Operation::less_equal, true},  {">=", 4, Operation::greater_equal, true},
    {"==", 3, Operation::equal, true},       {"!=", 3, Operation::not_equal, true},
    {"&&", 2, Operation::logical_and, true}, {"||", 1, Operation::logical_or, true},
    {"<", 4, Operation::less, true},         {">", 4, Operation::greater, true},
    {"+", 5, Operation::add, false},         {"-", 5, Operation::subtract, false},
    {"*", 6, Operation::multiply, false},    {"/", 6, Operation::divide, false},
    {"%", 6, Operation::remainder, true},
};

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_name_start(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_name_part(char c) { return is_name_start(c) || is_digit(c); }
bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

class Parser {
 public:
  Parser(std::string_view text, const SyntaxRules& rules) : text_(text), rules_(rules) {}

  Result<Syntax> parse() {
    if (text_.size() > kLongestExpression) {
      return Error{fmt::format("\"{}...\" is {} characters long; an expression may have {}",
                               text_.substr(0, 40), text_.size(), kLongestExpression)};
    }
    Syntax syntax;
    names_ = &syntax.names;
    syntax.root = conditional();
    skip_space();
    if (!error_ && at_ < text_.size())
      expected(rules_.logic ? "an operator or the end" : "+, -, *, / or the end");
    if (error_) return Error{*error_};
    return syntax;
  }

 private:
  void skip_space() {
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
  }

  bool accept(std::string_view token) {
    skip_space();
    if (text_.substr(at_, token.size()) != token) return false;
    at_ += token.size();
    return true;
  }

  // Keeps the first error only; parsing then runs to its end without effect.
  void fail(std::string message) {
    if (!error_) error_ = std::move(message);
    at_ = text_.size();
  }

  void expected(std::string_view what) {
    skip_space();
    fail(at_ >= text_.size() ? fmt::format("\"{}\" ends where {} was expected", text_, what)
                             : fmt::format("\"{}\" has \"{}\" at column {} where {} was expected",
                                           text_, text_.substr(at_, 1), at_ + 1, what));
  }

  SyntaxNode conditional() {
    SyntaxNode condition = binary(1);
    if (!rules_.logic || !accept("?")) return condition;
    SyntaxNode node{.operation = Operation::conditional};
    node.children.push_back(std::move(condition));
    node.children.push_back(conditional());
    if (!accept(":")) expected("\":\"");
    node.children.push_back(conditional());
    return node;
  }

  std::optional<BinaryOperator> accept_binary(int lowest) {
    skip_space();
    for (const BinaryOperator& candidate : kBinaryOperators) {
      if (text_.substr(at_, candidate.spelling.size()) != candidate.spelling) continue;
      if (candidate.precedence < lowest || (candidate.logic && !rules_.logic)) return std::nullopt;
      at_ += candidate.spelling.size();
      return candidate;
    }
    return std::nullopt;
  }

  SyntaxNode binary(int lowest) {
    SyntaxNode left = unary();
    while (const auto found = accept_binary(lowest)) {
      SyntaxNode node{.operation = found->operation};
      node.children.push_back(std::move(left));
      node.children.push_back(binary(found->precedence + 1));
      left = std::move(node);
    }
    return left;
  }

  SyntaxNode unary() {
    const bool negation = accept("-");
    if (!negation && !(rules_.logic && accept("!"))) return primary();
    SyntaxNode node{.operation = negation ? Operation::negate : Operation::logical_not};
    node.children.push_back(unary());
    return node;
  }

  SyntaxNode primary() {
    if (accept("(")) {
      SyntaxNode inner = conditional();
      if (!accept(")")) expected("\")\"");
      return inner;
    }
    skip_space();
    const char next = at_ < text_.size() ? text_[at_] : '\0';
    if (is_digit(next) || (rules_.decimals && next == '.')) return number();
    if (is_name_start(next)) return name();
    expected("a number, a name or \"(\"");
    return {};
  }

  SyntaxNode number() {
    const char* const begin = text_.data() + at_;
    const char* const end = text_.data() + text_.size();
    SyntaxNode node;
    const auto whole = std::from_chars(begin, end, node.integer);
    const char* stop = whole.ptr;
    if (rules_.decimals) {
      const auto real = std::from_chars(begin, end, node.real);
      if (real.ec != std::errc{}) {
        fail(fmt::format("\"{}\" has a number at column {} that cannot be read", text_, at_ + 1));
        return node;
      }
      stop = real.ptr;
    } else if (whole.ec != std::errc{}) {
      fail(fmt::format("\"{}\" has a number at column {} that does not fit 64 bits", text_,
                       at_ + 1));
      return node;
    } else {
      node.real = static_cast<double>(node.integer);
    }
    at_ = static_cast<size_t>(stop - text_.data());
    if (at_ < text_.size() && (is_name_part(text_[at_]) || text_[at_] == '.')) {
      if (text_[at_] == '.' && !rules_.decimals) {
        fail(fmt::format(
            "\"{}\" has a decimal point at column {}, and only whole numbers can stand here", text_,
            at_ + 1));
      } else {
        expected("an operator");
      }
    }
    return node;
  }

  SyntaxNode name() {
    const size_t begin = at_;
    while (at_ < text_.size() &&
           (is_name_part(text_[at_]) || (rules_.dotted_names && text_[at_] == '.'))) {
      ++at_;
    }
    const std::string_view word = text_.substr(begin, at_ - begin);
    if (!rules_.functions.empty() && accept("(")) return call(word);
    SyntaxNode node{.operation = Operation::name};
    const auto known = std::find(names_->begin(), names_->end(), word);
    node.slot = static_cast<size_t>(known - names_->begin());
    if (known == names_->end()) names_->emplace_back(word);
    return node;
  }

  SyntaxNode call(std::string_view word) {
    const auto function = std::find_if(rules_.functions.begin(), rules_.functions.end(),
                                       [&](const SyntaxFunction& f) { return f.name == word; });
    if (function == rules_.functions.end()) {
      std::vector<std::string_view> known;
      for (const SyntaxFunction& f : rules_.functions) known.push_back(f.name);
      fail(fmt::format("\"{}\" calls \"{}\", which is no function here; there are {}", text_, word,
                       quoted_list(known)));
      return {};
    }
    SyntaxNode node{.operation = function->operation};
    do node.children.push_back(conditional());
    while (accept(","));
    if (!accept(")")) expected("\",\" or \")\"");
    const bool variadic = function->arguments == kTwoOrMore;
    const bool right =
        variadic ? node.children.size() >= 2 : node.children.size() == function->arguments;
    if (!right) {
      fail(fmt::format("\"{}\" gives {} {} argument{}; it takes {}", text_, word,
                       node.children.size(), node.children.size() == 1 ? "" : "s",
                       variadic ? "two or more" : fmt::format("{}", function->arguments)));
    }
    return node;
  }

  std::string_view text_;
  const SyntaxRules& rules_;
  size_t at_ = 0;
  std::vector<std::string>* names_ = nullptr;
  std::optional<std::string> error_;
};

}  // namespace

Result<Syntax> parse_syntax(std::string_view text, const SyntaxRules& rules) {
  return Parser(text, rules).parse();
}

}  // namespace warplab::exercise

#include "mutate/mutants.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>

#include "source/tokens.hpp"
#include "source/words.hpp"

namespace warplab::grader {
namespace {

using source::Token;
using Kind = Token::Kind;

constexpr size_t kNone = static_cast<size_t>(-1);

class Mutator {
 public:
  explicit Mutator(std::string_view source) : source_(source), tokens_(source::tokens_of(source)) {
    seen_.insert(std::string(source));
  }

  std::vector<Mutant> run() {
    // Before the first brace are names and types; an attribute's numbers are none of its mistakes.
    for (size_t i = 0; i < tokens_.size(); ++i) {
      const Token& token = tokens_[i];
      if (depth_ == 0 && is(i, "(")) extents_ = extents_in(i);
      depth_ += is(i, "{") ? 1 : is(i, "}") ? -1 : 0;
      if (depth_ == 0) continue;
      if (token.kind == Kind::word) word(i);
      else if (token.kind == Kind::number) number(i);
      else if (token.kind == Kind::sign) sign(i);
    }
    std::ranges::stable_sort(mutants_, {}, &Mutant::line);
    return std::move(mutants_);
  }

 private:
  bool is(size_t i, std::string_view text) const {
    return i < tokens_.size() && tokens_[i].kind != Kind::text && tokens_[i].text == text;
  }
  size_t begin_of(size_t i) const { return tokens_[i].offset; }
  size_t end_of(size_t i) const { return tokens_[i].offset + tokens_[i].text.size(); }
  // A sign of two characters is two tokens that touch.
  bool touches(size_t i) const {
    return i + 1 < tokens_.size() && end_of(i) == begin_of(i + 1) &&
           tokens_[i].kind == Kind::sign && tokens_[i + 1].kind == Kind::sign;
  }
  // The bracket that closes the one at `i`, or kNone.
  size_t closing(size_t i, std::string_view open, std::string_view close) const {
    int depth = 0;
    for (; i < tokens_.size(); ++i) {
      if (is(i, open)) ++depth;
      if (is(i, close) && --depth == 0) return i;
    }
    return kNone;
  }

  // The text from `begin` to `end`, two offsets, becomes `text`.
  void add(const char* kind, size_t begin, size_t end, const std::string& text) {
    std::string whole(source_.substr(0, begin));
    whole += text;
    whole += source_.substr(end);
    if (!seen_.insert(whole).second) return;
    const std::string was(source_.substr(begin, end - begin));
    const auto line = static_cast<int>(std::ranges::count(source_.substr(0, begin), '\n')) + 1;
    mutants_.push_back({line, kind,
                        text.empty() || text == ";" ? fmt::format("`{}` is left out", was)
                                                    : fmt::format("`{}` becomes `{}`", was, text),
                        std::move(whole)});
  }

  void word(size_t i) {
    const std::string_view text = tokens_[i].text;
    if (text == "__syncthreads" || text == "__syncwarp") barrier(i);
    else if (text == "if") condition(i);
    else if (text == "x" || text == "y") axis(i);
    else if (is(i + 1, ".")) place(i);
    else if (std::ranges::find(extents_, text) != extents_.end()) extent(i);
    else if (text.starts_with("atomic") && is(i + 1, "(")) atomic(i);
    else if (text == "min" || text == "max")
      add("other extreme", begin_of(i), end_of(i), text == "min" ? "max" : "min");
  }

  void barrier(size_t i) {
    const size_t close = closing(i + 1, "(", ")");
    if (close != kNone && is(close + 1, ";"))
      add("missing barrier", begin_of(i), end_of(close + 1), ";");
  }

  void condition(size_t i) {
    const size_t close = closing(i + 1, "(", ")");
    if (!is(i + 1, "(") || close == kNone) return;
    add("missing bound", end_of(i + 1), begin_of(close), "true");
    conjuncts(i + 2, close);
    add("turned condition", end_of(i + 1), begin_of(close),
        "!(" + std::string(source_.substr(end_of(i + 1), begin_of(close) - end_of(i + 1))) + ")");
  }

  // a && b or a || b, the tokens from `begin` to `end`, becomes a, and b: one side is forgotten.
  void conjuncts(size_t begin, size_t end) {
    std::vector<size_t> ends;  // of each part, in tokens; the sign has two
    int depth = 0;
    for (size_t i = begin; i < end; ++i) {
      depth += is(i, "(") || is(i, "[") ? 1 : is(i, ")") || is(i, "]") ? -1 : 0;
      const bool joins = (is(i, "&") && is(i + 1, "&")) || (is(i, "|") && is(i + 1, "|"));
      if (depth == 0 && joins && touches(i)) ends.push_back(i++);
    }
    if (ends.empty()) return;
    ends.push_back(end);
    for (size_t part = 0; part < ends.size(); ++part) {
      const size_t first = part == 0 ? begin : ends[part - 1];
      const size_t last = part == 0 ? ends[0] + 2 : ends[part];
      add("missing bound", begin_of(first), begin_of(last), "");
    }
  }

  // row < rows ? a[row] : 0; the sign is at `i`.
  void choice(size_t i) {
    size_t begin = i;
    for (int depth = 0; begin > 0; --begin) {
      const size_t before = begin - 1;
      depth += is(before, ")") || is(before, "]") ? 1 : is(before, "(") || is(before, "[") ? -1 : 0;
      const bool compares =
          is(before, "=") && (touches(before) || (before > 0 && touches(before - 1)));
      if (depth < 0 ||
          (depth == 0 && ((is(before, "=") && !compares) || is(before, ",") || is(before, ";") ||
                          is(before, ":") || is(before, "{") || is(before, "return"))))
        break;
    }
    if (begin == i) return;
    add("missing bound", begin_of(begin), end_of(i - 1), "true");
    conjuncts(begin, i);
  }

  // threadIdx.x and threadIdx.y
  void axis(size_t i) {
    if (i < 2 || !is(i - 1, ".")) return;
    if (!source::is_a(tokens_[i - 2].text, source::kPlace)) return;
    add("swapped axis", begin_of(i - 2), end_of(i),
        std::string(tokens_[i - 2].text) + (tokens_[i].text == "x" ? ".y" : ".x"));
  }

  // What a warp, a block or the grid steps by, and where a thread stands in them.
  void place(size_t i) {
    struct Other {
      std::string_view from;
      const char* kind;
      const char* to;
    };
    constexpr Other kOthers[] = {{"blockDim", "stride swapped", "gridDim"},
                                 {"gridDim", "stride swapped", "blockDim"},
                                 {"threadIdx", "swapped indices", "blockIdx"},
                                 {"blockIdx", "swapped indices", "threadIdx"}};
    for (const Other& other : kOthers)
      if (tokens_[i].text == other.from) add(other.kind, begin_of(i), end_of(i), other.to);
  }

  // The whole numbers among the parameters of the function whose bracket is at `open`.
  std::vector<std::string_view> extents_in(size_t open) const {
    std::vector<std::string_view> names;
    const size_t close = closing(open, "(", ")");
    bool is_whole = false, is_plain = true;
    for (size_t i = open + 1; close != kNone && i <= close; ++i) {
      if (is(i, "*") || is(i, "&") || is(i, "(")) is_plain = false;
      is_whole |= source::is_a(tokens_[i].text, source::kWholeNumber);
      if (!is(i, ",") && i != close) continue;
      if (is_whole && is_plain && tokens_[i - 1].kind == Kind::word)
        names.push_back(tokens_[i - 1].text);
      is_whole = false;
      is_plain = true;
    }
    return names;
  }

  // row * cols becomes row * rows.
  void extent(size_t i) {
    const bool is_factor = (i > 0 && is(i - 1, "*") && is_binary(i - 1)) || is(i + 1, "*");
    if (!is_factor) return;
    for (const std::string_view other : extents_)
      if (other != tokens_[i].text)
        add("stride swapped", begin_of(i), end_of(i), std::string(other));
  }

  // Where the operand begins that ends at `i`: a name with its members, a number, brackets.
  size_t operand_before(size_t i) const {
    if (is(i, ")") || is(i, "]")) {
      int depth = 0;
      for (;; --i) {
        depth += is(i, ")") || is(i, "]") ? 1 : is(i, "(") || is(i, "[") ? -1 : 0;
        if (depth == 0) break;
        if (i == 0) return kNone;
      }
      // An element or a cast is no index; a call is one.
      if (is(i, "[") || (i > 0 && (is(i - 1, ")") || is(i - 1, ">") || is(i - 1, "return"))))
        return kNone;
      return i > 0 && tokens_[i - 1].kind == Kind::word ? i - 1 : i;
    }
    if (tokens_[i].kind != Kind::word && tokens_[i].kind != Kind::number) return kNone;
    while (i >= 2 && is(i - 1, ".") && tokens_[i - 2].kind == Kind::word) i -= 2;
    return i > 0 && is(i - 1, ")") && !is(i, "(") ? kNone : i;
  }

  // Where the operand ends that begins at `i`.
  size_t operand_behind(size_t i) const {
    if (i >= tokens_.size()) return kNone;
    if (is(i, "(")) return closing(i, "(", ")");
    if (tokens_[i].kind != Kind::word && tokens_[i].kind != Kind::number) return kNone;
    while (is(i + 1, ".") && i + 2 < tokens_.size()) i += 2;
    if (is(i + 1, "(")) return closing(i + 1, "(", ")");
    return is(i + 1, "[") || is(i + 1, "-") ? kNone : i;
  }

  // row * cols + column becomes column * cols + row; `times` is the star.
  void swapped_in_flat_index(size_t times) {
    if (times == 0 || touches(times)) return;
    const size_t begin = operand_before(times - 1);
    const size_t stride_end = operand_behind(times + 1);
    if (begin == kNone || stride_end == kNone || !is(stride_end + 1, "+") ||
        touches(stride_end + 1))
      return;
    const size_t other = stride_end + 2, end = operand_behind(other);
    constexpr std::string_view kBindsTighter = "*/%";
    const auto binds = [&](size_t i) {
      return i < tokens_.size() && tokens_[i].kind == Kind::sign &&
             kBindsTighter.find(tokens_[i].text[0]) != std::string_view::npos;
    };
    if (end == kNone || binds(end + 1) || (begin > 0 && binds(begin - 1))) return;
    const auto text = [&](size_t from, size_t to) {
      return std::string(source_.substr(begin_of(from), end_of(to) - begin_of(from)));
    };
    add("swapped indices", begin_of(begin), end_of(end),
        text(other, end) + " * " + text(times + 1, stride_end) + " + " + text(begin, times - 1));
  }

  // atomicAdd(&sum[k], v) becomes *(&sum[k]) += v.
  void atomic(size_t i) {
    struct Plain {
      std::string_view from;
      const char* to;  // {0} is the place, {1} the value
    };
    constexpr Plain kPlain[] = {{"atomicAdd", "(*({0}) += ({1}))"},
                                {"atomicSub", "(*({0}) -= ({1}))"},
                                {"atomicExch", "(*({0}) = ({1}))"},
                                {"atomicAnd", "(*({0}) &= ({1}))"},
                                {"atomicOr", "(*({0}) |= ({1}))"},
                                {"atomicXor", "(*({0}) ^= ({1}))"},
                                {"atomicMin", "(*({0}) = min(*({0}), ({1})))"},
                                {"atomicMax", "(*({0}) = max(*({0}), ({1})))"}};
    const size_t close = closing(i + 1, "(", ")");
    const auto* const plain = std::ranges::find(kPlain, tokens_[i].text, &Plain::from);
    if (close == kNone || plain == std::end(kPlain)) return;
    int depth = 0;
    size_t comma = kNone;
    for (size_t t = i + 1; t < close && comma == kNone; ++t) {
      if (is(t, "(") || is(t, "[")) ++depth;
      if (is(t, ")") || is(t, "]")) --depth;
      if (is(t, ",") && depth == 1) comma = t;
    }
    if (comma == kNone) return;
    const std::string address(source_.substr(end_of(i + 1), begin_of(comma) - end_of(i + 1)));
    const std::string value(source_.substr(end_of(comma), begin_of(close) - end_of(comma)));
    add("no atomic", begin_of(i), end_of(close),
        fmt::format(fmt::runtime(plain->to), address, value));
  }

  void number(size_t i) {
    const std::string_view text = tokens_[i].text;
    const bool whole = std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
    if (!whole || text.size() > 9) return;
    const long value = std::stol(std::string(text));
    add("off by one", begin_of(i), end_of(i), std::to_string(value + 1));
    if (value > 0) add("off by one", begin_of(i), end_of(i), std::to_string(value - 1));
  }

  void sign(size_t i) {
    const char c = tokens_[i].text[0];
    if (c == '[') subscript(i);
    if (c == '?') choice(i);
    if (touches(i) && pair(i)) return;
    // The second half of a pair, as of "->", "++", "<<=".
    if ((i > 0 && touches(i - 1)) || touches(i)) return;
    const auto becomes = [&](const char* kind, const char* text) {
      add(kind, begin_of(i), end_of(i), text);
    };
    switch (c) {
      case '<': becomes("off by one", "<="); break;
      case '>': becomes("off by one", ">="); break;
      case '+': becomes("other operator", "-"); break;
      case '-':
        if (is_binary(i)) becomes("other operator", "+");
        break;
      case '*':
        if (!is_binary(i)) break;
        becomes("other operator", "+");
        swapped_in_flat_index(i);
        break;
      case '/': becomes("other operator", "*"); break;
      case '%': becomes("other operator", "/"); break;
      default: break;
    }
  }

  // A value stands before it: "a * b", not "float* a" at the beginning of a declaration.
  bool is_binary(size_t i) const {
    if (i == 0) return false;
    const Token& before = tokens_[i - 1];
    if (before.kind == Kind::number || is(i - 1, ")") || is(i - 1, "]")) return true;
    constexpr uint32_t kNoValue = source::kBuiltIn | source::kNamedType | source::kQualifier;
    return before.kind == Kind::word && !source::is_a(before.text, kNoValue) &&
           before.text != "auto" && before.text != "return";
  }

  // Two characters that are one operator. True: they were.
  bool pair(size_t i) {
    const std::string both = std::string(tokens_[i].text) + std::string(tokens_[i + 1].text);
    struct Operators {
      std::string_view from;
      const char* kind;
      const char* to;
    };
    constexpr Operators kChanges[] = {
        {"+=", "= for +=", "="},          {"-=", "other operator", "+="},
        {"*=", "= for *=", "="},          {"<=", "off by one", "<"},
        {">=", "off by one", ">"},        {"==", "turned condition", "!="},
        {"!=", "turned condition", "=="}, {"&&", "other operator", "||"},
        {"||", "other operator", "&&"},   {"++", "other direction", "--"}};
    for (const Operators& change : kChanges)
      if (both == change.from) {
        add(change.kind, begin_of(i), end_of(i + 1), change.to);
        return true;
      }
    return false;
  }

  // a[i] becomes a[(i) + 1]; not of a declaration, as the size of an array is a number's business.
  void subscript(size_t i) {
    const size_t close = closing(i, "[", "]");
    if (close == kNone || close == i + 1 || (close == i + 2 && tokens_[i + 1].kind == Kind::number))
      return;
    const std::string index(source_.substr(end_of(i), begin_of(close) - end_of(i)));
    add("index off by one", end_of(i), begin_of(close), "(" + index + ") + 1");
    add("index off by one", end_of(i), begin_of(close), "(" + index + ") - 1");
    swapped(i, close);
  }

  // tile[y][x] becomes tile[x][y].
  void swapped(size_t i, size_t close) {
    if (!is(close + 1, "[")) return;
    const size_t second = closing(close + 1, "[", "]");
    if (second == kNone) return;
    const std::string first(source_.substr(begin_of(i), end_of(close) - begin_of(i)));
    const std::string other(
        source_.substr(begin_of(close + 1), end_of(second) - begin_of(close + 1)));
    add("swapped indices", begin_of(i), end_of(second), other + first);
  }

  std::string_view source_;
  std::vector<Token> tokens_;
  std::set<std::string> seen_;
  std::vector<Mutant> mutants_;
  // The whole numbers among the parameters of the function that is read.
  std::vector<std::string_view> extents_;
  int depth_ = 0;
};

}  // namespace

std::vector<Mutant> mutants_of(std::string_view source) { return Mutator(source).run(); }

}  // namespace warplab::grader

#include "source/host_code.hpp"

#include <algorithm>
#include <set>
#include <span>
#include <string>

#include "base/edit_distance.hpp"

namespace warplab::source {
namespace {

constexpr auto kDeviceWords = std::to_array<std::string_view>(
    {"__constant__", "__device__", "__global__", "__managed__", "__shared__"});

constexpr auto kFirstWords = std::to_array<std::string_view>(
    {"const", "constexpr", "static", "extern", "void", "bool", "char", "short", "int", "long",
     "unsigned", "float", "double"});

// A declaration of a file, a namespace or a class, in tokens: [begin, end).
struct Part {
  size_t begin = 0, end = 0;
  size_t around = Outline::kNone;  // the number of the class it is a member of
  std::vector<std::string_view> names;
  bool is_kept = false, names_others = false;
};

class HostCode {
 public:
  explicit HostCode(std::string_view source)
      : scopes_(source), t_(scopes_.tokens()), macros_(macro_definitions(source)) {
    for (const auto& [name, declarations] : scopes_.names())
      for (const DeclaredName& d : declarations)
        if (!d.is_macro) declared_.insert(d.token);
    read(0, t_.size(), Outline::kNone);
    // From the back: what a function names stands before it.
    for (bool more = true; more;) {
      more = false;
      for (size_t k = parts_.size(); k-- > 0;) {
        Part& part = parts_[k];
        if (part.names_others || !is_in_kept_class(part)) continue;
        part.is_kept |= is_named(part);
        if (part.is_kept) more = part.names_others = true;
        if (part.is_kept) name_all_of(k);
      }
    }
  }

  // Whether every bracket has its other one. Else nobody knows where functions end.
  bool is_complete() const {
    for (size_t k = 0; k < t_.size(); ++k) {
      const bool opens = is(t_, k, "(") || is(t_, k, "[") || is(t_, k, "{");
      if (scopes_.is_stray(k) || (opens && scopes_.close_of(k) >= t_.size())) return false;
    }
    return true;
  }

  // In the order of the source.
  std::vector<Part> parts_aside() const {
    std::vector<Part> aside;
    for (const Part& part : parts_)
      if (!part.is_kept) aside.push_back(part);
    return aside;
  }

 private:
  // The declarations from token `k` to the one before `end`.
  void read(size_t k, size_t end, size_t around) {
    while (k < end) {
      const bool is_label = is(t_, k + 1, ":") && !is(t_, k + 2, ":") && is_a(t_[k].text, kLabel);
      k = is_label ? k + 2 : is(t_, k, ";") || is(t_, k, "}") ? k + 1 : read_part(k, end, around);
    }
  }

  // Returns the end of what begins at token `begin`.
  size_t read_part(size_t begin, size_t end, size_t around) {
    Part part{begin, end, around, {}, false, false};
    size_t type = Outline::kNone, head_end = Outline::kNone;
    size_t k = begin;
    while (k < end && !is(t_, k, ";")) {
      if (is(t_, k, "}")) break;
      if (!is(t_, k, "{")) {
        k = is(t_, k, "(") || is(t_, k, "[") ? scopes_.close_of(k) + 1 : k + 1;
        continue;
      }
      const Block& block = scopes_.block_at(k);
      const size_t behind = std::min(block.close + 1, end);
      if (block.kind == Block::Kind::space) {
        read(k + 1, std::min(block.close, end), around);
        return behind;
      }
      if (block.kind == Block::Kind::type) type = k;
      if (block.kind == Block::Kind::function) {
        head_end = k;
        k = behind;
        while (is(t_, k, "{")) k = scopes_.close_of(k) + 1;  // S() : a{1} { }
        part.end = std::min(k, end);
        break;
      }
      k = behind;
    }
    if (head_end == Outline::kNone) part.end = std::min(k + 1, end);
    add(part, std::min(head_end, part.end), type);
    return part.end;
  }

  void add(Part part, size_t head_end, size_t type) {
    const bool is_member = part.around != Outline::kNone;
    part.names = names_in(part.begin, head_end);
    part.is_kept =
        is_of_device(scopes_, part.begin, type == Outline::kNone ? head_end : part.end) ||
        always_stays(part, type) || (is_member && !is_function_or_static(part));
    const size_t number = parts_.size();
    const size_t close = type == Outline::kNone ? 0 : scopes_.close_of(type);
    parts_.push_back(std::move(part));
    if (type != Outline::kNone && !is(t_, parts_[number].begin, "enum"))
      read(type + 1, std::min(close, t_.size()), number);
  }

  bool always_stays(const Part& part, size_t type) const {
    const size_t k = part.begin;
    if (!is_declaration(part) || is_misspelt(part)) return true;
    if (is(t_, k, "static_assert") || is(t_, k, "namespace")) return true;
    if (is(t_, k, "enum") || (is(t_, k, "typedef") && is(t_, k + 1, "enum"))) return true;
    if (is(t_, k, "using") && is(t_, k + 1, "namespace"))  // std::chrono is the host's
      return !(is(t_, k + 2, "std") && is(t_, k + 3, ":"));
    return is_word(t_, k) && is(t_, k + 1, "(") && type == Outline::kNone &&
           part.around == Outline::kNone;  // a macro with arguments: WARPLAB_BLOCK(32, 8, 1);
  }

  // "__constnt__ float a;" and "flaot b;", which the compiler has to name, too.
  bool is_misspelt(const Part& part) const {
    const auto is_nearly = [](std::string_view word, std::span<const std::string_view> words,
                              size_t off) {
      return std::ranges::find(words, word) == words.end() &&
             std::ranges::any_of(words, [&](std::string_view known) {
               return edit_distance(word, known) <= off && word != "u" + std::string(known);
             });
    };
    for (size_t k = part.begin; k < part.end && !is(t_, k, "(") && !is(t_, k, "{"); ++k)
      if (t_[k].text.starts_with("_") && t_[k].text.ends_with("_") &&
          is_nearly(t_[k].text, kDeviceWords, 2))
        return true;
    const std::string_view first = t_[part.begin].text;
    return first.size() > 2 && is_nearly(first, kFirstWords, 1) &&
           scopes_.declarations_of(first).empty();
  }

  // What is none, is a mistake that the compiler has to name.
  bool is_declaration(const Part& part) const {
    if (!is(t_, part.end - 1, ";") && !is(t_, part.end - 1, "}")) return false;
    if (is(t_, part.begin, "using")) return true;
    for (auto d = declared_.lower_bound(part.begin); d != declared_.end() && *d < part.end; ++d)
      if (scopes_.bracket_around(*d) == scopes_.bracket_around(part.begin)) return true;
    return false;
  }

  bool is_function_or_static(const Part& part) const {
    if (is(t_, part.begin, "static")) return true;
    for (size_t k = part.begin; k < part.end; ++k) {
      if (is(t_, k, "=") || is(t_, k, "{")) return false;
      if (is(t_, k, "(")) return true;
    }
    return false;
  }

  // What a declaration may be used by: the words in front of its parameters, values and ends, and
  // behind struct or class.
  std::vector<std::string_view> names_in(size_t begin, size_t end) const {
    std::vector<std::string_view> names;
    size_t k = is(t_, begin, "template") ? behind_template_arguments(t_, begin + 1, true) : begin;
    for (; k < end; ++k) {
      const bool is_attribute = is_word(t_, k) && is_a(t_[k].text, kAttribute);
      const bool has_arguments = is(t_, k, "(") || is(t_, k, "[") || is(t_, k, "{");
      if (has_arguments) {
        k = scopes_.close_of(k);
        continue;
      }
      if (!is_word(t_, k) || is_attribute) continue;
      const bool is_type = k > begin && is_type_key(t_, k - 1);
      const size_t next = behind_template_arguments(t_, k + 1);  // size<float> = 4
      const bool is_declared = next >= end || is(t_, next, "(") || is(t_, next, "=") ||
                               is(t_, next, ";") || is(t_, next, "[") || is(t_, next, "{") ||
                               is(t_, next, ",");
      if (is_type || is_declared) names.push_back(t_[k].text);
      if (is(t_, k + 1, "(")) break;  // behind it a function has only its parameters
    }
    return names;
  }

  bool is_in_kept_class(const Part& part) const {
    return part.around == Outline::kNone ||
           (parts_[part.around].is_kept && is_in_kept_class(parts_[part.around]));
  }
  bool is_named(const Part& part) const {
    return std::ranges::any_of(part.names,
                               [&](std::string_view name) { return named_.contains(name); });
  }

  // All that the part names, but for members that are parts themselves.
  void name_all_of(size_t number) {
    const Part part = parts_[number];
    size_t member = number + 1;
    for (size_t k = part.begin; k < part.end; ++k) {
      while (member < parts_.size() && parts_[member].begin < k) ++member;
      if (member < parts_.size() && parts_[member].begin == k && parts_[member].around == number) {
        k = parts_[member].end - 1;
        continue;
      }
      if (is_word(t_, k) && may_mean_declaration(k)) name(t_[k].text);
    }
  }
  // Of the file or a class, and no variable of a function.
  bool may_mean_declaration(size_t k) const {
    if (k > 0 && (is(t_, k - 1, ".") || is(t_, k - 1, ":") ||
                  (is(t_, k - 1, ">") && k > 1 && is(t_, k - 2, "-"))))
      return true;
    const DeclaredName* meant = scopes_.meant_at(t_[k].text, t_[k].offset + 1);
    return meant == nullptr || meant->where == DeclaredName::Where::file;
  }
  void name(std::string_view word) {
    if (!named_.insert(word).second) return;
    for (const MacroDefinition& macro : macros_)
      if (macro.name == word)
        for (const Token& token : macro.body)
          if (token.kind == Token::Kind::word) name(token.text);
  }

  Scopes scopes_;
  const Tokens& t_;
  std::vector<MacroDefinition> macros_;
  std::set<size_t> declared_;  // tokens
  std::vector<Part> parts_;    // a class before its members
  std::set<std::string_view> named_;
};

}  // namespace

bool is_of_device(const Scopes& scopes, size_t begin, size_t end) {
  const Tokens& t = scopes.tokens();
  for (size_t k = begin; k < std::min(end, t.size()); ++k) {
    if (one_of(t[k].text, kDeviceWords)) return true;
    for (const DeclaredName& d : scopes.declarations_of(t[k].text)) {
      if (!d.is_macro) continue;
      const std::string_view rest = scopes.source().substr(d.offset);
      size_t line_end = rest.find('\n');
      while (line_end != std::string_view::npos && line_end > 0 && rest[line_end - 1] == '\\')
        line_end = rest.find('\n', line_end + 1);
      const std::string_view line = rest.substr(0, line_end);
      if (std::ranges::any_of(kDeviceWords, [&](std::string_view word) {
            return line.find(word) != std::string_view::npos;
          }))
        return true;
    }
  }
  return false;
}

std::string without_host_code(std::string_view source) {
  std::string text(source);
  const HostCode code(source);
  if (!code.is_complete()) return text;
  const Tokens tokens = tokens_of(source);
  const std::vector<Directive> directives = directives_of(source);
  for (const Part& part : code.parts_aside()) {
    if (part.begin >= part.end) continue;
    auto directive = directives.begin();
    for (size_t at = tokens[part.begin].offset; at < tokens[part.end - 1].end(); ++at) {
      while (directive != directives.end() && directive->end <= at) ++directive;
      const bool is_in_directive = directive != directives.end() && directive->begin <= at;
      if (!is_in_directive && text[at] != '\n') text[at] = ' ';
    }
  }
  return text;
}

}  // namespace warplab::source

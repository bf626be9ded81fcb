#include "compile/consequences.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "base/words.hpp"
#include "compile/compiler_log.hpp"

namespace warplab::compile {
namespace {

using source::is_built_in_type;
using source::Scopes;
using source::Tokens;

using Severity = Diagnostic::Severity;

bool has_part(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

bool is_error(const Diagnostic& d) { return d.severity == Severity::error; }

// Takes those out that `is_such`, with the notes that belong to them.
template <class Predicate>
void drop(std::vector<Diagnostic>& messages, Predicate is_such) {
  bool dropped = false;
  std::vector<Diagnostic> kept;
  for (Diagnostic& d : messages) {
    dropped = d.severity == Severity::note && !has_part(d.message, "to match this") ? dropped
                                                                                    : is_such(d);
    if (!dropped) kept.push_back(std::move(d));
  }
  messages = std::move(kept);
}

// What is a comment to the end of the file has no braces, and a brace that is never closed puts
// everything after it in the wrong place: it comes first.
void put_open_ends_first(std::vector<Diagnostic>& messages) {
  const auto is_missing_brace = [](const Diagnostic& d) {
    return d.file == kEndOfSource && has_part(d.message, "expected a \"}\"");
  };
  const auto is_function_in_function = [](const Diagnostic& d) {
    return d.message == "linkage specification is not allowed" ||
           d.message == "a function definition is not allowed here";
  };
  const auto is_comment = [](const Diagnostic& d) {
    return d.message == "comment unclosed at end of file";
  };
  if (std::ranges::any_of(messages, is_comment))
    drop(messages, [&](const Diagnostic& d) { return is_error(d) && !is_comment(d); });
  const auto brace = std::ranges::find_if(messages, is_missing_brace);
  if (brace == messages.end()) return;
  std::rotate(messages.begin(), brace, brace + 1);
  std::vector<int> lines;
  for (const Diagnostic& d : messages)
    if (is_function_in_function(d)) lines.push_back(d.line);
  std::erase_if(messages, [&](const Diagnostic& d) {
    return d.message == "to match this \"{\"" ||
           (!is_missing_brace(d) && std::ranges::find(lines, d.line) != lines.end());
  });
}

// extern "C" after a class, say, without its semicolon: the semicolon is the cause.
void name_semicolon_before_extern(std::vector<Diagnostic>& messages) {
  std::vector<Diagnostic> kept;
  for (size_t i = 0; i < messages.size(); ++i) {
    const Diagnostic& d = messages[i];
    const Diagnostic* next = i + 1 < messages.size() ? &messages[i + 1] : nullptr;
    if (d.message == "linkage specification is not allowed" && next && next->line == d.line &&
        next->message == "expected a \";\"") {
      Diagnostic semicolon = *next;
      semicolon.column = d.column;  // before the extern
      kept.push_back(std::move(semicolon));
      const int line = d.line;
      while (i + 1 < messages.size() && messages[i + 1].line == line) ++i;
      continue;
    }
    kept.push_back(d);
  }
  messages = std::move(kept);
}

// Where the compiler has found its way again, it complains once more of what it could not read.
void drop_restarts(std::vector<Diagnostic>& messages) {
  std::set<std::pair<int, int>> places;
  for (const Diagnostic& d : messages)
    if (d.severity == Severity::warning && d.message.starts_with("parsing restarts here"))
      places.emplace(d.line, d.column);
  if (places.empty()) return;
  drop(messages, [&](const Diagnostic& d) {
    return d.message.starts_with("parsing restarts here") ||
           (is_error(d) && d.message.starts_with("expected a ") &&
            places.contains({d.line, d.column}));
  });
}

// --- names

bool names_something(const Diagnostic& d) {
  return !undefined_name(d.message).empty() || has_part(d.message, "has no member \"");
}

// Errors that a name which nobody knows makes before it is named.
bool may_come_before_its_name(const Diagnostic& d) {
  constexpr auto kParts = std::to_array<std::string_view>(
      {"does not apply here", "without memory space annotations",
       "without execution space annotations", "incomplete type \"void\"",
       "type name is not allowed", "expected a \")\"", "expected a \">\"",
       "expression must have a constant value", "no storage class or type specifier",
       "explicit type is missing"});
  return std::ranges::any_of(kParts,
                             [&](std::string_view part) { return has_part(d.message, part); });
}

// Of `extern C`, said in our words at once: the compiler takes the C for a name.
constexpr std::string_view kNoQuotes = "the C stands in quotes: write extern \"C\"";

// Nothing but what it is about may be left of a line on which one of these is wrong.
bool hides_its_line(const Diagnostic& d) {
  return d.message.starts_with("namespace \"std\" has no member") ||
         d.message == "unrecognized token" || d.message == "missing closing quote" ||
         d.message == kNoQuotes;
}

// The names before a "<" of the statement that `offset` is in, of those that nobody has declared.
std::vector<size_t> unknown_before_less(const Scopes& scopes, size_t offset) {
  const Tokens& t = scopes.tokens();
  std::vector<size_t> unknown;
  const size_t end = scopes.token_at(offset);
  size_t begin = end;
  while (begin > 0 && !is(t, begin - 1, ";") && !is(t, begin - 1, "{") && !is(t, begin - 1, "}"))
    --begin;
  for (size_t k = begin; k < end; ++k) {
    if (!is_word(t, k) || !is(t, k + 1, "<") || is(t, k + 2, "<") || is(t, k, "template")) continue;
    if (t[k].text.ends_with("_cast") || scopes.is_known_at(t[k].text, t[k].offset)) continue;
    const bool is_member = k > 0 && (is(t, k - 1, ".") || is(t, k - 1, ">") || is(t, k - 1, ":"));
    const bool has_type = is(t, k + 2, "const") || is(t, k + 2, "typename") ||
                          (k + 2 < t.size() && is_built_in_type(t[k + 2].text));
    if (!is_member && !has_type) unknown.push_back(k);
  }
  return unknown;
}

Diagnostic undefined_at(const Diagnostic& instead_of, const Scopes& scopes, size_t token) {
  Diagnostic d = instead_of;
  const source::Token& name = scopes.tokens()[token];
  d.line = scopes.line_of(name.offset);
  d.column = static_cast<int>(name.offset - scopes.offset_of(d.line, 1)) + 1;
  d.message = fmt::format("identifier \"{}\" is undefined", name.text);
  return d;
}

// `global void f()`: a word where a declaration begins, and another one behind it.
bool is_lone_word(const Scopes& scopes, size_t token) {
  const Tokens& t = scopes.tokens();
  return may_be_name(t, token) && is_word(t, token + 1) &&
         !scopes.is_known_at(t[token].text, t[token].offset);
}

void name_unknown_names(std::vector<Diagnostic>& messages, const Scopes& scopes,
                        auto is_of_source) {
  std::vector<Diagnostic> named;
  bool has_error = false;
  for (Diagnostic& d : messages) {
    const size_t offset =
        is_error(d) && is_of_source(d) ? scopes.offset_of(d.line, d.column) : Scopes::kNone;
    if (offset != Scopes::kNone && d.message == "expected a \">\"") {
      const std::vector<size_t> unknown = unknown_before_less(scopes, offset);
      for (const size_t token : unknown) named.push_back(undefined_at(d, scopes, token));
      // A name that stands there is unknown for what is wrong further up.
      const bool is_consequence = unknown.empty() && has_error;
      has_error = true;
      if (!unknown.empty() || is_consequence) continue;
    }
    has_error |= is_error(d);
    const size_t token = offset == Scopes::kNone ? scopes.tokens().size() : scopes.token_at(offset);
    if (d.message.starts_with("explicit type is missing")) {
      const bool is_extern = token > 0 && is(scopes.tokens(), token - 1, "extern");
      if (is_extern && is(scopes.tokens(), token, "C")) d.message = kNoQuotes;
      else if (is_lone_word(scopes, token)) d = undefined_at(d, scopes, token);
    }
    named.push_back(std::move(d));
  }
  messages = std::move(named);
}

// A line with a name that nobody knows: that first, and nothing else of it.
void put_names_first(std::vector<Diagnostic>& messages, auto is_of_source) {
  std::set<int> hidden, named, told;
  for (const Diagnostic& d : messages) {
    if (!is_error(d) || !is_of_source(d)) continue;
    if (names_something(d) && !told.contains(d.line)) named.insert(d.line);
    // What is wrong before the name is a mistake of its own, or has made it one.
    if (!may_come_before_its_name(d)) told.insert(d.line);
  }
  std::set<int> quoted;  // the brackets that were open then close on the next line
  drop(messages, [&](const Diagnostic& d) {
    if (!is_error(d) || !is_of_source(d)) return false;
    if (hidden.contains(d.line) || (quoted.contains(d.line - 1) && d.message == "expected a \")\""))
      return true;
    if (hides_its_line(d)) hidden.insert(d.line);
    if (d.message == "missing closing quote") quoted.insert(d.line);
    return named.contains(d.line) && !names_something(d);
  });
}

// A name is told once, and not at all where it is declared and an error before it has hidden that.
void tell_names_once(std::vector<Diagnostic>& messages, const Scopes& scopes, auto is_of_source) {
  std::set<std::string, std::less<>> names;
  bool has_error = false;
  drop(messages, [&](const Diagnostic& d) {
    if (!is_error(d)) return false;
    const std::string_view name = undefined_name(d.message);
    const size_t offset =
        is_of_source(d) ? scopes.offset_of(d.line, std::max(d.column, 1)) : Scopes::kNone;
    if (!name.empty() && offset != Scopes::kNone &&
        ((has_error && scopes.is_known_at(name, offset)) || !names.emplace(name).second))
      return true;
    has_error = true;
    return false;
  });
}

void drop_repeated(std::vector<Diagnostic>& messages) {
  std::set<std::tuple<std::string, int, std::string>> told;
  std::set<int> commas;  // the index before one has no effect, which is the same news
  std::set<int> loops;   // over what has no begin, and no end either
  drop(messages, [&](const Diagnostic& d) {
    if (has_part(d.message, "suitable \"begin\" function")) loops.insert(d.line);
    if (has_part(d.message, "suitable \"end\" function") && loops.contains(d.line)) return true;
    if (has_part(d.message, "comma operator in an array subscript")) commas.insert(d.line);
    if (d.message == "expression has no effect" && commas.contains(d.line)) return true;
    return is_error(d) && d.line > 0 && !told.emplace(d.file, d.line, d.message).second;
  });
}

// `return` without a semicolon before a brace; the head of a function without its brace; the head
// of a for with commas.
void drop_before_causes(std::vector<Diagnostic>& messages) {
  std::vector<Diagnostic> kept;
  for (size_t i = 0; i < messages.size(); ++i) {
    const Diagnostic& d = messages[i];
    const Diagnostic* next = i + 1 < messages.size() ? &messages[i + 1] : nullptr;
    const bool is_consequence =
        next && next->line == d.line && next->file == d.file && is_error(d) &&
        ((d.message == "expected an expression" && next->message == "expected a \";\"" &&
          d.column == next->column) ||
         next->message == "expected a \"{\"");
    if (!is_consequence) kept.push_back(d);
  }
  messages = std::move(kept);
}

}  // namespace

std::string_view last_component(std::string_view path) {
  return path.substr(path.find_last_of('/') + 1);
}

std::string_view name_in_quotes(std::string_view message, int index) {
  for (;; --index) {
    const size_t open = message.find('"');
    if (open == std::string_view::npos) return {};
    const size_t close = message.find('"', open + 1);
    if (close == std::string_view::npos) return {};
    if (index == 0) return message.substr(open + 1, close - open - 1);
    message.remove_prefix(close + 1);
  }
}

std::string_view undefined_name(std::string_view message) {
  return message.starts_with("identifier \"") && message.ends_with("\" is undefined")
             ? name_in_quotes(message)
             : std::string_view();
}

std::vector<Diagnostic> without_consequences(std::vector<Diagnostic> messages, const Scopes& scopes,
                                             std::string_view file) {
  const auto is_of_source = [&](const Diagnostic& d) {
    return last_component(d.file) == last_component(file);
  };
  put_open_ends_first(messages);
  name_semicolon_before_extern(messages);
  drop_restarts(messages);
  name_unknown_names(messages, scopes, is_of_source);
  put_names_first(messages, is_of_source);
  tell_names_once(messages, scopes, is_of_source);
  drop_repeated(messages);
  drop_before_causes(messages);
  return messages;
}

}  // namespace warplab::compile

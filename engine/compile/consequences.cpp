#include "compile/consequences.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "compile/compiler_log.hpp"

namespace warplab::compile {
namespace {

using source::is;
using source::Scopes;
using Severity = Diagnostic::Severity;
using Messages = std::vector<Diagnostic>;

bool is_error_message(const Diagnostic& d) { return d.severity == Severity::error; }

// Takes those out that `is_such`, with the notes that belong to them.
template <class Predicate>
void drop(Messages& messages, Predicate is_such) {
  bool dropped = false;
  Messages kept;
  for (const Diagnostic& d : messages) {
    const bool follows = d.severity == Severity::note && !matches(kItsOpening, d.message);
    dropped = follows ? dropped : is_such(d);
    if (!dropped) kept.push_back(d);
  }
  messages = std::move(kept);
}

// Which of the messages follow from others, as one row of the table says.
std::set<const Diagnostic*> consequences_in(const Messages& messages, const Consequence& row) {
  using Place = Consequence::Place;
  const auto line_of = [](const Diagnostic& d) {
    return std::pair(std::string_view(d.file), d.line);
  };
  std::map<std::pair<std::string_view, int>, const Diagnostic*> causes;  // the first of each line
  std::set<std::tuple<std::string_view, int, int>> places;
  for (const Diagnostic& d : messages)
    if (matches(row.cause, d.message)) {
      causes.emplace(line_of(d), &d);
      places.emplace(d.file, d.line, d.column);
    }
  std::set<const Diagnostic*> found;
  if (causes.empty()) return found;
  const auto follows = [&](const Diagnostic& d, const Diagnostic* next) {
    const auto [file, line] = line_of(d);
    const auto cause = causes.find({file, row.place == Place::next_line ? line - 1 : line});
    switch (row.place) {
      case Place::anywhere: return !matches(row.cause, d.message);
      case Place::line: return cause != causes.end() && cause->second < &d;
      case Place::next_line: return cause != causes.end();
      case Place::same: return places.contains({file, line, d.column});
      case Place::just_before:
        return next && line_of(*next) == line_of(d) && matches(row.cause, next->message);
    }
    return false;
  };
  for (const Diagnostic& d : messages)
    if ((row.message == "{}" ? is_error_message(d) : matches(row.message, d.message)) &&
        follows(d, &d == &messages.back() ? nullptr : &d + 1))
      found.insert(&d);
  return found;
}

void drop_consequences(Messages& messages, UsedRows* used) {
  size_t number = 0;
  for (const Consequence& row : consequences()) {
    const std::set<const Diagnostic*> found = consequences_in(messages, row);
    if (used && !found.empty()) used->consequences.insert(number);
    ++number;
    if (!found.empty()) drop(messages, [&](const Diagnostic& d) { return found.contains(&d); });
  }
  // What the compiler has gone on after; it is no mistake of its own.
  drop(messages, [](const Diagnostic& d) { return matches(kRestarts, d.message); });
}

// A brace that is never closed puts everything after it in the wrong place: it comes first.
void put_open_brace_first(Messages& messages) {
  const auto brace = std::ranges::find_if(messages, [](const Diagnostic& d) {
    return d.file == kEndOfSource && d.message == kNoClosingBrace;
  });
  if (brace == messages.end()) return;
  std::rotate(messages.begin(), brace, brace + 1);
  std::erase_if(messages, [](const Diagnostic& d) { return d.message == kItsOpeningBrace; });
}

// --- names

// The names before a "<" of the statement that `offset` is in, of those that nobody has declared.
std::vector<size_t> unknown_before_less(const Scopes& scopes, size_t offset) {
  const source::Tokens& t = scopes.tokens();
  std::vector<size_t> unknown;
  const size_t end = scopes.token_at(offset);
  for (size_t k = statement_begin(t, end); k < end; ++k) {
    if (!is_word(t, k) || !is(t, k + 1, "<") || is(t, k + 2, "<") || is(t, k, "template")) continue;
    if (t[k].text.ends_with("_cast") || scopes.is_known_at(t[k].text, t[k].offset)) continue;
    const bool is_member = k > 0 && (is(t, k - 1, ".") || is(t, k - 1, ">") || is(t, k - 1, ":"));
    const bool has_type = is(t, k + 2, "const") || is(t, k + 2, "typename") ||
                          (k + 2 < t.size() && source::is_a(t[k + 2].text, source::kBuiltIn));
    if (!is_member && !has_type) unknown.push_back(k);
  }
  return unknown;
}

Diagnostic undefined_at(Diagnostic instead_of, const Scopes& scopes, size_t token) {
  const source::Token& name = scopes.tokens()[token];
  instead_of.line = scopes.line_of(name.offset);
  instead_of.column = static_cast<int>(name.offset - scopes.offset_of(instead_of.line, 1)) + 1;
  instead_of.message = filled_in(kUndefined, {{"name", std::string(name.text)}});
  return instead_of;
}

// `global void f()`: a word where a declaration begins, and another one behind it; of `extern C`
// the table knows better.
bool is_lone_word(const Scopes& scopes, size_t k) {
  const source::Tokens& t = scopes.tokens();
  return may_be_name(t, k) && is_word(t, k + 1) && !scopes.is_known_at(t[k].text, t[k].offset) &&
         !(k > 0 && is(t, k - 1, "extern") && is(t, k, "C"));
}

void name_unknown_names(Messages& messages, const Scopes& scopes, auto is_of_source) {
  Messages named;
  bool has_error = false;
  for (const Diagnostic& d : messages) {
    const size_t offset =
        is_error_message(d) && is_of_source(d) ? scopes.offset_of(d.line, d.column) : Scopes::kNone;
    const bool is_placed = offset != Scopes::kNone;
    if (is_placed && d.message == kNoClosingAngle) {
      const std::vector<size_t> unknown = unknown_before_less(scopes, offset);
      for (const size_t token : unknown) named.push_back(undefined_at(d, scopes, token));
      // A name that stands there is unknown for what is wrong further up.
      if (unknown.empty() && !has_error) named.push_back(d);
    } else if (is_placed && matches(kNoType, d.message) &&
               is_lone_word(scopes, scopes.token_at(offset))) {
      named.push_back(undefined_at(d, scopes, scopes.token_at(offset)));
    } else {
      named.push_back(d);
    }
    has_error |= is_error_message(d);
  }
  messages = std::move(named);
}

// Of a line with a name that nobody knows: that, and nothing else. What is wrong before the name is
// a mistake of its own, or has come of it.
void leave_names_alone(Messages& messages, auto is_of_source) {
  std::set<int> named, told;
  for (const Diagnostic& d : messages) {
    if (!is_error_message(d) || !is_of_source(d)) continue;
    if (names_something(d.message) && !told.contains(d.line)) named.insert(d.line);
    if (!may_come_before_its_name(d.message)) told.insert(d.line);
  }
  drop(messages, [&](const Diagnostic& d) {
    return is_error_message(d) && is_of_source(d) && named.contains(d.line) &&
           !names_something(d.message);
  });
}

// A name is told once, and not at all where it is declared and an error before it has hidden that;
// and nothing is told twice of a line.
void tell_once(Messages& messages, const Scopes& scopes, auto is_of_source) {
  std::set<std::string, std::less<>> names;
  std::set<std::tuple<std::string, int, std::string>> told;
  bool has_error = false;
  drop(messages, [&](const Diagnostic& d) {
    if (!is_error_message(d)) return false;
    Words words;
    const size_t offset =
        is_of_source(d) ? scopes.offset_of(d.line, std::max(d.column, 1)) : Scopes::kNone;
    if (offset != Scopes::kNone && matches(kUndefined, d.message, &words) &&
        ((has_error && scopes.is_known_at(words["name"], offset)) ||
         !names.insert(words["name"]).second))
      return true;
    has_error = true;
    return d.line > 0 && !told.emplace(d.file, d.line, d.message).second;
  });
}

}  // namespace

std::string_view last_component(std::string_view path) {
  return path.substr(path.find_last_of('/') + 1);
}

std::vector<Diagnostic> without_consequences(Messages messages, const Scopes& scopes,
                                             std::string_view file, UsedRows* used) {
  const auto is_of_source = [&](const Diagnostic& d) {
    return last_component(d.file) == last_component(file);
  };
  put_open_brace_first(messages);
  drop_consequences(messages, used);
  name_unknown_names(messages, scopes, is_of_source);
  leave_names_alone(messages, is_of_source);
  tell_once(messages, scopes, is_of_source);
  return messages;
}

}  // namespace warplab::compile

#include "compile/explain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "compile/compiler_log.hpp"
#include "compile/consequences.hpp"
#include "compile/messages/ptx_lines.hpp"

namespace warplab::compile {
namespace {

using source::Scopes;
using Severity = Diagnostic::Severity;

// A message at its place in the source.
struct Placed {
  Diagnostic diagnostic;
  std::string origin;  // as rows of the table begin: "ptxas: "
  std::string header;  // "in <mine.cuh>, line 3: "
};

// The line of the first #include in the source through which `header` came; 0 when none did.
int including_line(const Compilation& of, std::string_view header) {
  const std::string_view text = of.source.text;
  for (const std::string_view name : includes_in(text)) {
    const std::string directive = fmt::format("#include <{}>\n", name);
    for (const HeaderSet::Named& reached : of.headers.reachable_from(directive))
      if (*reached.name == header && *reached.name != kPrelude)
        return 1 + static_cast<int>(std::count(text.data(), name.data(), '\n'));
  }
  return 0;
}

// "... encountered on line 38": of the PTX. Takes it out of the message; 0: there is none.
int take_line_in_words(std::string& message) {
  Words words;
  int line = 0;
  if (!matches(kLineOfPtx, message, &words)) return 0;
  std::from_chars(words["line"].data(), words["line"].data() + words["line"].size(), line);
  if (line > 0) message = words["message"];
  return line;
}

// False for a message that is of no use to the student.
bool put_in_source(Placed& placed, const Compilation& of, const Scopes& scopes) {
  Diagnostic& d = placed.diagnostic;
  const std::string from = std::exchange(d.file, of.source.file_name);
  if (from == kEndOfSource) {
    placed.origin = "at the end: ";
    if (!scopes.tokens().empty()) d.line = scopes.line_of(scopes.tokens().back().offset);
    return true;
  }
  if (from == kPtxInput) {
    if (d.line == 0) d.line = take_line_in_words(d.message);
    placed.origin = d.line > 0 ? "in PTX: " : "ptxas: ";
    d.line = source_line_of_ptx(of.ptx, d.line);
    d.column = 0;
    return true;
  }
  if (from.empty() || last_component(from) == last_component(of.source.file_name)) {
    if (from.empty()) d.file.clear();
    return true;
  }
  // NVRTC puts the working folder in front of what it does not know.
  std::string_view header = from;
  while (!of.headers.contains(header) && header.find('/') != std::string_view::npos)
    header.remove_prefix(header.find('/') + 1);
  if (!of.headers.contains(header)) {
    // A name that the student's own #line gave, or a part of NVRTC: an error must not vanish.
    d.file = from;
    return d.severity == Severity::error;
  }
  placed.header = fmt::format("in <{}>, line {}: ", header, d.line);
  d.line = including_line(of, header);
  d.column = 0;
  return d.severity == Severity::error;
}

// Says a message as the first row that fits does; what it makes of others.
Others explain_message(Placed& placed, const Compilation& of, const Scopes& scopes,
                       UsedRows* used) {
  Diagnostic& d = placed.diagnostic;
  Others others = Others::kept;
  const std::string message = placed.origin + d.message;
  for (const Explanation& row : explanations()) {
    Match match(of, scopes, d);
    match["message"] = d.message;
    if (!matches(row.message, message, &match.words) || (row.when && !row.when(match))) continue;
    d.message = filled_in(row.said, match.words);
    d.about = row.about;
    others = row.others;
    if (used) used->explanations.insert(static_cast<size_t>(&row - explanations().data()));
    break;
  }
  Match of_macro(of, scopes, d);
  of_macro["message"] = d.message;
  if (others != Others::whole && row_of_macros().when(of_macro))
    d.message = filled_in(row_of_macros().said, of_macro.words);
  d.message.insert(0, placed.header);
  return others;
}

// ptxas ends with this when it has said what was wrong.
bool is_last_word(const Diagnostic& diagnostic) {
  return matches(kLastWordOfPtxas, diagnostic.message);
}

}  // namespace

std::vector<Diagnostic> explain(const std::vector<Diagnostic>& log, const Compilation& of,
                                UsedRows* used) {
  const Scopes scopes(log.empty() ? std::string_view() : of.source.text);
  const std::vector<Diagnostic> messages =
      without_consequences(log, scopes, of.source.file_name, used);
  const auto is_error = [](const Diagnostic& d) { return d.severity == Severity::error; };
  const bool other_errors = std::ranges::any_of(
      messages, [&](const Diagnostic& d) { return is_error(d) && !is_last_word(d); });
  // No error is left out for the sake of warnings, which may be thousands before it.
  size_t room_for_errors = kMaxDiagnostics;
  size_t room_for_others =
      kMaxDiagnostics -
      std::min(kMaxDiagnostics, static_cast<size_t>(std::ranges::count_if(messages, is_error)));
  size_t left_out = 0;
  std::vector<Diagnostic> explained, slips;
  for (const Diagnostic& message : messages) {
    Placed placed{message, {}, {}};
    if ((other_errors && is_last_word(message)) || !put_in_source(placed, of, scopes)) continue;
    size_t& room = is_error(message) ? room_for_errors : room_for_others;
    if (room == 0) {
      ++left_out;
      continue;
    }
    const Others others = explain_message(placed, of, scopes, used);
    const Diagnostic& said = placed.diagnostic;
    if (others == Others::once &&
        std::ranges::find(explained, said.message, &Diagnostic::message) != explained.end())
      continue;
    if (others == Others::left_out) slips.push_back(said);
    --room;
    explained.push_back(said);
  }
  for (const Diagnostic& slip : slips)
    std::erase_if(explained, [&](const Diagnostic& d) {
      return is_error(d) && d.line == slip.line && d.message != slip.message;
    });
  if (left_out > 0) {
    Diagnostic more;
    more.severity = Severity::note;
    more.message = fmt::format("and {} more", left_out);
    explained.push_back(std::move(more));
  }
  return explained;
}

bool complains_of_lambdas_alone(const std::vector<Diagnostic>& log, std::string_view file,
                                std::string_view text) {
  const auto is_error = [](const Diagnostic& d) { return d.severity == Severity::error; };
  const Scopes scopes(text);
  // It points to the parameters of a lambda, "(" or "<" behind "[...]".
  const auto is_of_lambda = [&](const Diagnostic& d) {
    const size_t offset = scopes.offset_of(d.line, d.column);
    if (offset == Scopes::kNone || d.file != file || !matches(kHostFunction, d.message))
      return false;
    const size_t k = scopes.token_at(offset);
    const bool is_head = is(scopes.tokens(), k, "(") || is(scopes.tokens(), k, "<");
    return k > 0 && is_head && is(scopes.tokens(), k - 1, "]");
  };
  return std::ranges::any_of(log, is_error) && std::ranges::all_of(log, [&](const Diagnostic& d) {
           return !is_error(d) || is_of_lambda(d);
         });
}

}  // namespace warplab::compile

#include "compile/compiler_log.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>

#include "base/lines.hpp"

namespace warplab::compile {
namespace {

using Severity = Diagnostic::Severity;

struct SeverityWord {
  std::string_view word;
  Severity severity;
};
constexpr SeverityWord kSeverityWords[] = {
    {"catastrophic error", Severity::error},
    {"internal error", Severity::error},
    {"command-line error", Severity::error},
    {"error", Severity::error},
    {"fatal", Severity::error},
    {"warning", Severity::warning},
    {"Warning", Severity::warning},  // of the compiler's back end
    {"remark", Severity::note},
    {"note", Severity::note},
};

// How many levels of a template's context are worth reading.
constexpr int kContextNotes = 3;

// "Remark: The warnings can be suppressed with ..." follows the first warning.
constexpr std::string_view kPtxas = "ptxas ";
constexpr std::string_view kPtxasInfo[] = {"ptxas info ", "ptxas         ."};

std::string_view trimmed(std::string_view text) {
  const size_t begin = text.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

std::optional<int> number(std::string_view text) {
  int value = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || parsed.ec != std::errc{} || parsed.ptr != text.data() + text.size())
    return std::nullopt;
  return value;
}

// "warning #177-D: variable ..." and "error   : ..." -> severity and message.
bool parse_severity(std::string_view text, Diagnostic& diagnostic) {
  for (const SeverityWord& known : kSeverityWords) {
    if (!text.starts_with(known.word)) continue;
    std::string_view rest = text.substr(known.word.size());
    if (rest.starts_with(" #")) rest = rest.substr(std::min(rest.find(':'), rest.size()));
    while (rest.starts_with(' ')) rest.remove_prefix(1);
    if (!rest.starts_with(':')) return false;
    diagnostic.severity = known.severity;
    diagnostic.message = trimmed(rest.substr(1));
    return true;
  }
  return false;
}

// "column_sums.cu(12): error: ..."
bool parse_located(std::string_view line, Diagnostic& diagnostic) {
  for (size_t close = line.find("): "); close != std::string_view::npos;
       close = line.find("): ", close + 1)) {
    const size_t open = line.rfind('(', close);
    if (open == std::string_view::npos) continue;
    const std::optional<int> line_number = number(line.substr(open + 1, close - open - 1));
    if (!line_number || !parse_severity(line.substr(close + 3), diagnostic)) continue;
    diagnostic.file = line.substr(0, open);
    diagnostic.line = *line_number;
    return true;
  }
  return false;
}

// "ptxas application ptx input, line 28; error   : ..." and "ptxas error   : ..."
bool parse_ptxas(std::string_view line, Diagnostic& diagnostic) {
  if (!line.starts_with(kPtxas)) return false;
  std::string_view rest = line.substr(kPtxas.size());
  constexpr std::string_view kLine = ", line ";
  const size_t comma = rest.find(kLine);
  const size_t semicolon = rest.find("; ", comma);
  int line_number = 0;
  if (comma != std::string_view::npos && semicolon != std::string_view::npos) {
    const size_t begin = comma + kLine.size();
    if (const auto found = number(rest.substr(begin, semicolon - begin))) {
      line_number = *found;
      rest = rest.substr(semicolon + 2);
    }
  }
  if (!parse_severity(rest, diagnostic)) return false;
  diagnostic.file = kPtxInput;
  diagnostic.line = line_number;
  return true;
}

// Of the compiler's own lines only those of a message begin at the left edge.
std::optional<Diagnostic> parse_head(std::string_view line) {
  if (line.starts_with(' ') || line.starts_with('\t')) return std::nullopt;
  Diagnostic diagnostic;
  // "warning: k.cu(4): Warning: Cannot store to pointer ..."
  constexpr std::string_view kBackEnd = "warning: ";
  if (line.starts_with(kBackEnd) && parse_located(line.substr(kBackEnd.size()), diagnostic))
    return diagnostic;
  if (parse_located(line, diagnostic) || parse_ptxas(line, diagnostic)) return diagnostic;
  constexpr std::string_view kAtEnd = "At end of source: ";
  if (line.starts_with(kAtEnd) && parse_severity(line.substr(kAtEnd.size()), diagnostic)) {
    diagnostic.file = kEndOfSource;
    return diagnostic;
  }
  constexpr std::string_view kNvrtc = "nvrtc: ";
  if (line.starts_with(kNvrtc)) line.remove_prefix(kNvrtc.size());
  if (parse_severity(line, diagnostic)) return diagnostic;
  return std::nullopt;
}

// Where the caret of a line of blanks and one caret stands.
std::optional<size_t> caret_in(std::string_view line) {
  const size_t caret = line.find('^');
  if (caret == std::string_view::npos || !trimmed(line.substr(0, caret)).empty() ||
      !trimmed(line.substr(caret + 1)).empty())
    return std::nullopt;
  return caret;
}

// `instantiation of class "A<N> [with N=1]" at line 4` -> a note at line 4.
std::optional<Diagnostic> parse_context(std::string_view line, const std::string& file) {
  constexpr std::string_view kAt = " at line ";
  line = trimmed(line);
  const size_t at = line.rfind(kAt);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view place = line.substr(at + kAt.size());
  const std::optional<int> line_number = number(place.substr(0, place.find(' ')));
  if (!line_number) return std::nullopt;
  Diagnostic note;
  note.severity = Severity::note;
  note.line = *line_number;
  constexpr std::string_view kOf = " of ";
  const size_t of = place.find(kOf);
  note.file = of == std::string_view::npos ? file : std::string(place.substr(of + kOf.size()));
  note.message = "needed by the " + std::string(line.substr(0, at));
  return note;
}

// The lines between one message and the next: words that go on, the source line, the caret, the
// context.
void add_body(const std::vector<std::string_view>& body, std::vector<Diagnostic>& diagnostics) {
  // The source line stands before the caret; two spaces are put in front of both.
  constexpr size_t kIndent = 2;
  size_t words_end = body.size(), context = body.size();
  for (size_t i = 0; i < body.size(); ++i)
    if (const auto caret = caret_in(body[i])) {
      if (*caret >= kIndent) diagnostics.back().column = static_cast<int>(*caret - kIndent) + 1;
      words_end = i == 0 ? 0 : i - 1;
      context = i + 1;
      break;
    }
  for (size_t i = 0; i < words_end; ++i) {
    if (trimmed(body[i]) == "detected during:") {
      context = i;
      break;
    }
    diagnostics.back().message += "; ";
    diagnostics.back().message += trimmed(body[i]);
  }
  const std::string file = diagnostics.back().file;
  int notes = 0;
  for (; context < body.size() && notes < kContextNotes; ++context)
    if (auto note = parse_context(body[context], file)) {
      diagnostics.push_back(std::move(*note));
      ++notes;
    }
}

bool has_no_source(const Diagnostic& diagnostic) {
  return diagnostic.file.empty() || diagnostic.file == kPtxInput;
}

bool is_ptxas_info(std::string_view line) {
  for (const std::string_view prefix : kPtxasInfo)
    if (line.starts_with(prefix)) return true;
  return false;
}

// The number in front of `words` ("20 bytes spill stores").
uint32_t number_before(std::string_view line, std::string_view words) {
  const size_t at = line.find(words);
  if (at == std::string_view::npos || at == 0) return 0;
  std::string_view before = trimmed(line.substr(0, at));
  before = before.substr(before.find_last_of(" \t,") + 1);
  return static_cast<uint32_t>(number(before).value_or(0));
}

// Numbers that look like places in the memory of a process: "0x7f3a5c0012b8".
std::vector<std::string_view> addresses_in(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789abcdef", kBegin = "0x";
  constexpr size_t kFewest = 11, kMost = 16;  // a program lies above 2^40, and its heap behind it
  std::vector<std::string_view> addresses;
  for (size_t at = text.find(kBegin); at != std::string_view::npos; at = text.find(kBegin, at)) {
    const size_t begin = at;
    at = std::min(text.find_first_not_of(kDigits, begin + kBegin.size()), text.size());
    const size_t digits = at - begin - kBegin.size();
    if (digits >= kFewest && digits <= kMost)
      addresses.push_back(text.substr(begin, kBegin.size() + digits));
  }
  return addresses;
}

}  // namespace

std::vector<Diagnostic> parse_log(std::string_view log, const KnownFile& is_known) {
  std::vector<Diagnostic> diagnostics;
  std::vector<std::string_view> body;
  bool in_message = false;
  const auto end_message = [&] {
    if (in_message) add_body(body, diagnostics);
    body.clear();
    in_message = false;
  };
  // Messages without a file stand alone, or follow each other as those of ptxas do.
  const auto may_begin = [&](const Diagnostic& head) {
    if (!in_message || is_known(head.file)) return true;
    return has_no_source(head) && has_no_source(diagnostics.back()) && body.empty();
  };
  for (const std::string_view line : lines_of<std::string_view>(log)) {
    auto head = parse_head(line);
    if (head && may_begin(*head)) {
      end_message();
      diagnostics.push_back(std::move(*head));
      in_message = true;
    } else if (trimmed(line).empty() || is_ptxas_info(line)) {
      end_message();
    } else if (in_message) {
      body.push_back(line);
    }
  }
  end_message();
  return diagnostics;
}

void keep_places_in(std::vector<Diagnostic>& diagnostics, const std::string& file, int lines,
                    const KnownFile& is_known) {
  for (Diagnostic& diagnostic : diagnostics) {
    const bool is_elsewhere = diagnostic.file == kPtxInput || diagnostic.file == kEndOfSource ||
                              (diagnostic.file != file && is_known(diagnostic.file));
    if (is_elsewhere && diagnostic.line >= 0) continue;
    const bool has_place = diagnostic.file == file && diagnostic.line > 0 &&
                           diagnostic.line <= lines && diagnostic.column >= 0;
    if (!diagnostic.file.empty()) diagnostic.file = file;
    if (!has_place) diagnostic.line = diagnostic.column = 0;
  }
}

std::map<std::string, Spills> parse_spills(std::string_view log) {
  constexpr std::string_view kProperties = "Function properties for ";
  std::map<std::string, Spills> spills;
  std::string function;
  for (const std::string_view line : lines_of<std::string_view>(log)) {
    if (!is_ptxas_info(line)) continue;
    if (const size_t at = line.find(kProperties); at != std::string_view::npos) {
      function = trimmed(line.substr(at + kProperties.size()));
    } else if (!function.empty() && line.find("bytes spill stores") != std::string_view::npos) {
      spills[function] = {number_before(line, "bytes spill stores"),
                          number_before(line, "bytes spill loads")};
      function.clear();
    }
  }
  return spills;
}

std::string without_addresses(std::string log, std::string_view source) {
  const std::vector<std::string_view> named = addresses_in(source);
  const std::set<std::string_view> of_source(named.begin(), named.end());
  std::string kept;
  size_t copied = 0;
  for (const std::string_view address : addresses_in(log)) {
    if (of_source.contains(address)) continue;
    const auto at = static_cast<size_t>(address.data() - log.data());
    kept.append(log, copied, at - copied).append("(an address)");
    copied = at + address.size();
  }
  if (copied == 0) return log;
  return kept.append(log, copied);
}

std::string without_ptxas_info(std::string_view log) {
  std::string kept;
  for (const std::string_view line : lines_of<std::string_view>(log)) {
    if (is_ptxas_info(line)) continue;
    kept += line;
    kept += '\n';
  }
  while (kept.ends_with("\n\n")) kept.pop_back();
  if (kept == "\n") kept.clear();
  return kept;
}

}  // namespace warplab::compile

#include "compile/explain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string_view>
#include <utility>

#include "compile/compiler_log.hpp"
#include "compile/consequences.hpp"
#include "compile/macro_hints.hpp"
#include "compile/name_hints.hpp"
#include "compile/place_hints.hpp"
#include "compile/punctuation.hpp"
#include "compile/sayings.hpp"
#include "data/number_text.hpp"
#include "source/scopes.hpp"
#include "source/tokens.hpp"

namespace warplab::compile {
namespace {

using source::DeclaredName;
using source::Scopes;

using Severity = Diagnostic::Severity;

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

// --- lines

int line_at(std::string_view text, size_t position) {
  return 1 + static_cast<int>(std::count(text.begin(), text.begin() + position, '\n'));
}

// The line of the first #include in the source through which `header` came; 0 when none did.
int including_line(const Compilation& of, std::string_view header) {
  const std::string_view text = of.source.text;
  for (const std::string_view name : includes_in(text)) {
    const std::string directive = fmt::format("#include <{}>\n", name);
    for (const HeaderSet::Named& reached : of.headers.reachable_from(directive))
      if (*reached.name == header && *reached.name != kPrelude)
        return line_at(text, static_cast<size_t>(name.data() - text.data()));
  }
  return 0;
}

// The line of a `.loc FILE LINE COLUMN`; 0 for other text.
int line_of_loc(std::string_view line) {
  const size_t begin = line.find_first_not_of(" \t");
  if (begin == std::string_view::npos || !line.substr(begin).starts_with(".loc")) return 0;
  std::array<int, 2> numbers{};  // file, line
  std::string_view rest = line.substr(begin + 4);
  for (int& value : numbers) {
    rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
    const auto parsed = std::from_chars(rest.data(), rest.data() + rest.size(), value);
    if (parsed.ec != std::errc{}) return 0;
    rest.remove_prefix(static_cast<size_t>(parsed.ptr - rest.data()));
  }
  return numbers[1];
}

// The source line of line `ptx_line` of the PTX: that of the last .loc before it.
int source_line_of_ptx(std::string_view ptx, int ptx_line) {
  int found = 0;
  for (int line = 1; line <= ptx_line && !ptx.empty(); ++line) {
    const size_t end = std::min(ptx.find('\n'), ptx.size());
    if (const int source = line_of_loc(ptx.substr(0, end))) found = source;
    ptx.remove_prefix(std::min(end + 1, ptx.size()));
  }
  return found;
}

// The source line where a kernel begins: that of the first .loc after its .entry.
int source_line_of_kernel(std::string_view ptx, std::string_view kernel) {
  const size_t entry = ptx.find(fmt::format(".entry {}(", kernel));
  if (entry == std::string_view::npos) return 0;
  for (size_t at = ptx.find("\n", entry); at != std::string_view::npos; at = ptx.find("\n", at + 1))
    if (const int line = line_of_loc(ptx.substr(at + 1, ptx.find('\n', at + 1) - at - 1)))
      return line;
  return 0;
}

// --- messages

std::string cannot_include(std::string_view name, const HeaderSet& headers) {
  if (const std::string_view feature = toolkit_feature_of(name); !feature.empty()) {
    if (!headers.has_toolkit())
      return fmt::format(
          "<{}>: {} need{} the CUDA Toolkit headers, and no CUDA Toolkit was found on "
          "this machine.",
          name, feature, feature.ends_with('s') ? "" : "s");
    return fmt::format(
        "<{}> is not among the headers of the CUDA Toolkit that kernels can include "
        "here. There are {}.",
        name, toolkit_headers_text());
  }
  std::vector<std::string_view> names;
  std::string of_exercise;
  for (const HeaderSet::Named& header : headers.of_exercise()) {
    names.push_back(*header.name);
    of_exercise += fmt::format(", the exercise's \"{}\"", *header.name);
  }
  std::string_view meant = nearest_name(name, names);
  const auto stem = [](std::string_view file) { return file.substr(0, file.find('.')); };
  for (const std::string_view other : names)
    if (meant.empty() && stem(other) == stem(name)) meant = other;
  if (!meant.empty())
    return fmt::format("there is no \"{}\" to include; did you mean \"{}\"?", name, meant);
  return fmt::format(
      "\"{}\" cannot be included: it is not one of the headers that kernels can include here. "
      "There are the C headers for device code (<cstdint>, <cmath>, <limits>, ...){} and CUDA's "
      "own.",
      name, of_exercise);
}

// "(0x13880 bytes, 0xc000 max)" -> the two numbers.
std::optional<std::pair<uint64_t, uint64_t>> bytes_and_limit(std::string_view message) {
  std::array<uint64_t, 2> values{};
  for (uint64_t& value : values) {
    const size_t at = message.find("0x");
    if (at == std::string_view::npos) return std::nullopt;
    const std::string_view digits = message.substr(at + 2);
    const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
    if (parsed.ec != std::errc{}) return std::nullopt;
    message = message.substr(at + 2);
  }
  return std::pair{values[0], values[1]};
}

// "... encountered on line 38": of the PTX. 0: it names none.
int line_in_words(std::string_view message) {
  constexpr std::string_view kBefore = " on line ";
  const size_t at = message.rfind(kBefore);
  int line = 0;
  if (at != std::string_view::npos)
    std::from_chars(message.data() + at + kBefore.size(), message.data() + message.size(), line);
  return line;
}

// The line of the one declaration of shared memory; 0 where there are several.
int line_of_only_shared(std::string_view text) {
  size_t count = 0, offset = 0;
  for (const source::Token& token : source::tokens_of(text))
    if (token.text == "__shared__") {
      ++count;
      offset = token.offset;
    }
  return count == 1 ? line_at(text, offset) : 0;
}

// What ptxas says is about PTX that the student never sees.
void explain_ptxas(Diagnostic& diagnostic, const Compilation& of) {
  const std::string& message = diagnostic.message;
  if (const int line = line_in_words(message); line > 0 && diagnostic.line == 0) {
    diagnostic.line = line;
    diagnostic.message.erase(message.rfind(" on line "));
  }
  if (contains(message, "uses too much shared data")) {
    const size_t open = message.find('\''), close = message.find('\'', open + 1);
    if (open != std::string::npos && close != std::string::npos) {
      const std::string kernel = message.substr(open + 1, close - open - 1);
      const int array = line_of_only_shared(of.source.text);
      diagnostic.line = array > 0 ? array : source_line_of_kernel(of.ptx, kernel);
      if (const auto bytes = bytes_and_limit(message))
        diagnostic.message = fmt::format(
            "{} declares {} bytes of __shared__ memory, and a kernel may declare {} at most: make "
            "its shared arrays smaller",
            kernel, data::count_text(bytes->first), data::count_text(bytes->second));
    }
  } else if (diagnostic.line > 0) {
    diagnostic.line = source_line_of_ptx(of.ptx, diagnostic.line);
    diagnostic.message = fmt::format("in inline PTX: {}", message);
  }
  diagnostic.file = of.source.file_name;
  diagnostic.column = 0;
}

// Is there a closing brace at the place of the message?
bool is_brace_at(std::string_view text, const Diagnostic& diagnostic) {
  const auto at = code_before(text, {diagnostic.line, diagnostic.column + 1});
  if (!at || *at != SourcePlace{diagnostic.line, diagnostic.column}) return false;
  for (int line = 1; line < diagnostic.line; ++line) text.remove_prefix(text.find('\n') + 1);
  return text[static_cast<size_t>(diagnostic.column - 1)] == '}';
}

// The text from the place of the message on; empty where it has none.
std::string_view text_at(const Compilation& of, const Diagnostic& diagnostic) {
  std::string_view text = of.source.text;
  if (diagnostic.line <= 0 || diagnostic.column <= 0) return {};
  for (int line = 1; line < diagnostic.line; ++line) {
    const size_t end = text.find('\n');
    if (end == std::string_view::npos) return {};
    text.remove_prefix(end + 1);
  }
  return text.substr(std::min(static_cast<size_t>(diagnostic.column - 1), text.size()));
}

// The line of the message, without the blanks before it.
std::string_view line_of(const Compilation& of, Diagnostic diagnostic) {
  diagnostic.column = 1;
  const std::string_view line =
      text_at(of, diagnostic).substr(0, text_at(of, diagnostic).find('\n'));
  return line.substr(std::min(line.find_first_not_of(" \t"), line.size()));
}

bool starts_with_word_at(const Compilation& of, const Diagnostic& diagnostic,
                         std::string_view word) {
  return text_at(of, diagnostic).starts_with(word);
}

bool is_beyond_ascii_at(const Compilation& of, const Diagnostic& diagnostic) {
  const std::string_view text = text_at(of, diagnostic);
  return !text.empty() && static_cast<unsigned char>(text[0]) >= 0x80;
}

// The vector types of CUDA's that have no arithmetic: float4, const int2, ...
bool is_vector_type(std::string_view word) {
  if (word.size() < 4 || word.back() < '1' || word.back() > '4') return false;
  word.remove_suffix(1);
  if (word.starts_with("u")) word.remove_prefix(1);
  for (const std::string_view element :
       {"char", "short", "int", "long", "longlong", "float", "double"})
    if (word == element) return true;
  return false;
}

// "no operator "+" matches these operands; operand types are: const float4 + const float4"
std::string operator_hint(std::string_view message) {
  std::string_view types = message.substr(std::min(message.find("types are:"), message.size()));
  std::string_view vector;
  while (!types.empty()) {
    const size_t begin = std::min(types.find_first_not_of(" \n&,"), types.size());
    types.remove_prefix(begin);
    const std::string_view word = types.substr(0, types.find_first_of(" \n&,"));
    if (word == "uint3" || word == "dim3")
      return ": threadIdx, blockIdx, blockDim and gridDim have three parts and are not numbers; "
             "write threadIdx.x, for example";
    if (is_vector_type(word)) vector = word;
    types.remove_prefix(word.size());
  }
  if (vector.empty()) return {};
  if (message.starts_with("no operator \"[]\""))
    return fmt::format(": the parts of a {} are .x, .y and so on, and have no index", vector);
  return fmt::format(
      ": CUDA has no arithmetic for {}. Compute its parts one by one, .x, .y and so on, or write "
      "such an operator",
      vector);
}

// What is asked of a float4 that it has not, and what is to become one.
std::string vector_parts_hint(std::string_view message) {
  constexpr std::string_view kNoPart = "class \"",
                             kNoConversion = "no suitable constructor exists to convert";
  const bool is_part = message.starts_with(kNoPart) && contains(message, "has no member \"");
  if (!is_part && !message.starts_with(kNoConversion)) return {};
  const std::string_view type = name_in_quotes(message, is_part ? 0 : 1);
  if (!is_vector_type(type)) return {};
  const auto parts = static_cast<size_t>(type.back() - '0');
  if (is_part)
    return fmt::format(": a {} has the part{}", type,
                       std::array{" x", "s x and y", "s x, y and z", "s x, y, z and w"}[parts - 1]);
  return fmt::format(
      ": that is one number, and a {0} holds {1}. All of them are loaded at once through a pointer "
      "to "
      "their type, as in reinterpret_cast<const {0}*>(a)[i]",
      type, parts);
}

// Of a mangled name the last one in it: `index` of _Z5indexi and of _ZN2ns5indexEv.
std::string_view unmangled(std::string_view symbol) {
  if (!symbol.starts_with("_Z")) return symbol;
  std::string_view rest = symbol.substr(symbol.starts_with("_ZN") ? 3 : 2), name;
  while (!rest.empty() && rest[0] >= '0' && rest[0] <= '9') {
    size_t length = 0;
    const auto parsed = std::from_chars(rest.data(), rest.data() + rest.size(), length);
    rest.remove_prefix(static_cast<size_t>(parsed.ptr - rest.data()));
    name = rest.substr(0, length);
    rest.remove_prefix(name.size());
  }
  return name;
}

// A function that is declared and called, and has no body.
void explain_unresolved(Diagnostic& diagnostic, const Compilation& of, const Scopes& scopes) {
  constexpr std::string_view kBefore = "Unresolved extern function '";
  if (!diagnostic.message.starts_with(kBefore)) return;
  const std::string_view symbol = std::string_view(diagnostic.message).substr(kBefore.size());
  const std::string name(unmangled(symbol.substr(0, symbol.find('\''))));
  const std::vector<DeclaredName>& all = scopes.declarations_of(name);
  const auto declared = std::ranges::find_if(all, &DeclaredName::is_function);
  if (declared == all.end()) return;
  diagnostic.file = of.source.file_name;
  diagnostic.line = scopes.line_of(declared->offset);
  diagnostic.column = 0;
  diagnostic.message = fmt::format(
      "{} is declared here and called, and no function of that name and with these parameters has "
      "a body: write one, or give both the same parameters",
      name);
}

// "in <mine.cuh>, line 3: ", where place_in_source() has put it in front.
std::string place_in_header(const std::string& message) {
  const size_t end = message.find(": ");
  return message.starts_with("in <") && end != std::string::npos ? message.substr(0, end + 2) : "";
}

// True: the place of a slip in how something is written has told what it is, and nothing that the
// compiler says of the rest of its line is worth reading.
bool explain_message(Diagnostic& diagnostic, const Compilation& of, const Scopes& scopes) {
  std::string& message = diagnostic.message;
  const std::string place = place_in_header(message);
  const size_t offset = scopes.offset_of(diagnostic.line, diagnostic.column);
  const std::string at_place =
      diagnostic.severity == Severity::error ? said_at_place(message, scopes, offset) : "";
  const bool is_slip = message.starts_with("expected ") ||
                       contains(message, "already been declared") ||
                       contains(message, "without execution space");
  const std::string_view foreign = foreign_line(line_of(of, diagnostic));
  if (!foreign.empty() && diagnostic.severity == Severity::error) {
    message = foreign;
  } else if (!at_place.empty()) {
    message = at_place;
  } else if (contains(message, "open source file ")) {
    message = cannot_include(name_in_quotes(message), of.headers);
  } else if (contains(message, "function without execution space annotations")) {
    message =
        place +
        "this function has neither __device__ nor __global__ in front of it: that makes it host "
        "code, and only device code is compiled here. Write __global__ before a kernel and "
        "__device__ before what kernels call; leave main() out, because Warp Lab launches the "
        "kernels.";
  } else if (contains(message, "variable without memory space annotations")) {
    message =
        place +
        "this variable has neither __device__ nor __constant__ in front of it: that makes it a "
        "host variable, which kernels cannot see (a number that never changes can be constexpr).";
  } else if (message == "expected a \"{\"") {
    message = "expected a \"{\" before this";
  } else if (message == "expected a declaration" && is_brace_at(of.source.text, diagnostic)) {
    message = "this \"}\" closes nothing: it is one too many, or a \"{\" is missing further up";
  } else if (const std::string name(undefined_name(message)); !name.empty()) {
    message += undefined_hint(name, scopes, offset, of.headers);
  } else if (const std::string hint = atomic_hint(message); !hint.empty()) {
    message += hint;
  } else if (std::string ambiguous = said_of_ambiguous_call(message); !ambiguous.empty()) {
    message = std::move(ambiguous);
  } else if (message.starts_with("namespace \"std\" has no member \"")) {
    message += missing_in_std_hint(name_in_quotes(message, 1));
  } else if (message.starts_with("no operator \"")) {
    message += operator_hint(message);
  } else if (const std::string parts = vector_parts_hint(message); !parts.empty()) {
    message += parts;
  } else if (contains(message, "explicitly marked as a __host__ function")) {
    message = place +
              "__host__ makes a function host code, and only device code is compiled here: write "
              "__device__ before what kernels call";
  } else if (message == "expected a statement" && starts_with_word_at(of, diagnostic, "else")) {
    message = "this else belongs to no if: what comes before it is not the end of an if";
  } else if (message == "missing closing quote") {
    const char quote = starts_with_word_at(of, diagnostic, "'") ? '\'' : '"';
    message += fmt::format(": a {} is missing on this line", quote);
  } else if (message == "comment unclosed at end of file") {
    message =
        "the comment that begins on this line with /* is never closed: write */ where it ends";
  } else if (message == "unrecognized token" && is_beyond_ascii_at(of, diagnostic)) {
    message =
        "this is not a character that C++ uses: quotes, minus signs and spaces that a word "
        "processor or a web page has changed must be typed again, and a name can only have the "
        "letters a to z and A to Z, digits and _ (no accents)";
  } else if (message == "unrecognized token" && !text_at(of, diagnostic).empty()) {
    message = fmt::format("{} is not a character that C++ uses", text_at(of, diagnostic)[0]);
  } else {
    message += meaning_of(message, line_of(of, diagnostic));
  }
  return is_slip && !at_place.empty();
}

// What a compiler misses at the end of a text is missing further up.
void explain_end_of_source(Diagnostic& diagnostic, const Compilation& of) {
  const std::string_view text = of.source.text;
  diagnostic.file = of.source.file_name;
  const bool wants_brace = contains(diagnostic.message, "expected a \"}\"");
  if (const auto brace = wants_brace ? unclosed_brace(text) : std::nullopt) {
    diagnostic.line = brace->line;
    diagnostic.column = brace->column;
    diagnostic.message = "the \"{\" on this line is never closed: a \"}\" is missing after it";
  } else if (const auto end = code_before(text, {line_at(text, text.size()) + 1, 1})) {
    diagnostic.line = end->line;
    diagnostic.message += " at the end of the file";
  }
}

// The compiler names the word after the gap; the semicolon belongs behind the word before it.
void explain_missing_semicolon(Diagnostic& diagnostic, const Compilation& of) {
  if (diagnostic.message != "expected a \";\"" || diagnostic.line <= 0 || diagnostic.column <= 0)
    return;
  const auto before = code_before(of.source.text, {diagnostic.line, diagnostic.column});
  if (!before || before->line == diagnostic.line) return;
  diagnostic.line = before->line;
  diagnostic.column = before->column + 1;
  diagnostic.message = "expected a \";\" at the end of this line";
}

// False for a message that is of no use to the student.
bool place_in_source(Diagnostic& diagnostic, const Compilation& of) {
  if (diagnostic.file == kEndOfSource) {
    explain_end_of_source(diagnostic, of);
    return true;
  }
  if (diagnostic.file == kPtxInput) {
    explain_ptxas(diagnostic, of);
    return true;
  }
  const std::string_view student = last_component(of.source.file_name);
  if (diagnostic.file.empty() || last_component(diagnostic.file) == student) {
    if (!diagnostic.file.empty()) diagnostic.file = of.source.file_name;
    explain_missing_semicolon(diagnostic, of);
    return true;
  }
  // NVRTC puts the working folder in front of what it does not know.
  std::string_view header = diagnostic.file;
  while (!of.headers.contains(header) && contains(header, "/"))
    header.remove_prefix(header.find('/') + 1);
  if (!of.headers.contains(header) && of.headers.contains(diagnostic.file))
    header = diagnostic.file;
  if (!of.headers.contains(header)) {
    // A name that the student's own #line gave, or a part of NVRTC: an error must not vanish.
    return diagnostic.severity == Severity::error;
  }
  if (diagnostic.severity != Severity::error) return false;
  diagnostic.message =
      fmt::format("in <{}>, line {}: {}", header, diagnostic.line, diagnostic.message);
  diagnostic.line = including_line(of, header);
  diagnostic.file = of.source.file_name;
  diagnostic.column = 0;
  return true;
}

// ptxas ends with this when it has said what was wrong.
bool is_last_word(const Diagnostic& diagnostic) {
  return contains(diagnostic.message, "Ptx assembly aborted due to errors");
}

}  // namespace

std::vector<Diagnostic> explain(const std::vector<Diagnostic>& log, const Compilation& of) {
  const Scopes scopes(log.empty() ? std::string_view() : of.source.text);
  const std::vector<Diagnostic> messages = without_consequences(log, scopes, of.source.file_name);
  std::vector<Diagnostic> explained;
  const bool other_errors = std::any_of(messages.begin(), messages.end(), [](const Diagnostic& d) {
    return d.severity == Severity::error && !is_last_word(d);
  });
  const auto is_error = [](const Diagnostic& d) { return d.severity == Severity::error; };
  // No error is left out for the sake of warnings, which may be thousands before it.
  size_t room_for_errors = kMaxDiagnostics;
  size_t room_for_others =
      kMaxDiagnostics -
      std::min(kMaxDiagnostics, static_cast<size_t>(std::ranges::count_if(messages, is_error)));
  size_t left_out = 0;
  std::vector<std::pair<int, std::string>> slips;
  for (Diagnostic diagnostic : messages) {
    if (other_errors && is_last_word(diagnostic)) continue;
    if (!place_in_source(diagnostic, of)) continue;
    size_t& room = is_error(diagnostic) ? room_for_errors : room_for_others;
    if (room == 0) {
      ++left_out;
      continue;
    }
    explain_unresolved(diagnostic, of, scopes);
    const bool is_slip = explain_message(diagnostic, of, scopes);
    diagnostic.message += macro_hint(diagnostic.message, diagnostic.line, scopes);
    if (is_slip) slips.emplace_back(diagnostic.line, diagnostic.message);
    const bool is_foreign = !foreign_line(line_of(of, diagnostic)).empty();
    if (is_foreign && std::ranges::any_of(explained, [&](const Diagnostic& before) {
          return before.message == diagnostic.message;
        }))
      continue;
    --room;
    explained.push_back(std::move(diagnostic));
  }
  for (const auto& slip : slips)
    std::erase_if(explained, [&](const Diagnostic& d) {
      return is_error(d) && d.line == slip.first && d.message != slip.second;
    });
  if (left_out > 0) {
    Diagnostic more;
    more.severity = Severity::note;
    more.message = fmt::format("and {} more", left_out);
    explained.push_back(std::move(more));
  }
  return explained;
}

}  // namespace warplab::compile

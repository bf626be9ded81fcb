// What is about a whole line, the end of the text, PTX, or another file.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "base/words.hpp"
#include "compile/messages/nearest_name.hpp"
#include "compile/messages/ptx_lines.hpp"
#include "compile/messages/table.hpp"
#include "compile/messages/unclosed_brace.hpp"
#include "data/number_text.hpp"

namespace warplab::compile {
namespace {

bool is_left_by_merge(Match& m) {
  constexpr auto kMarks = std::to_array<std::string_view>({"<<<<<<<", "=======", ">>>>>>>"});
  return m.is_error() && begins_with_one_of(m.line(), kMarks);
}
bool is_of_markdown(Match& m) { return m.is_error() && m.line().starts_with("```"); }

bool brace_is_never_closed(Match& m) {
  const std::optional<size_t> brace = unclosed_brace(m.scopes);
  if (brace) m.move_to(m.tokens[*brace].offset);
  return brace.has_value();
}

// At the one declaration of shared memory; at the kernel where there are several.
bool declares_too_much_shared(Match& m) {
  for (const std::string_view word : {"bytes", "limit"}) {
    uint64_t bytes = 0;
    const std::string& digits = m[word];  // without 0x
    if (std::from_chars(digits.data(), digits.data() + digits.size(), bytes, 16).ec != std::errc{})
      return false;
    m[word] = data::count_text(bytes);
  }
  constexpr std::string_view kShared = "__shared__";
  m.diagnostic.line =
      std::ranges::count(m.tokens, kShared, &source::Token::text) == 1
          ? m.scopes.line_of(std::ranges::find(m.tokens, kShared, &source::Token::text)->offset)
          : source_line_of_kernel(m.of.ptx, m["kernel"]);
  return true;
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
bool is_declared_without_body(Match& m) {
  m["name"] = unmangled(m["symbol"]);
  const std::vector<source::DeclaredName>& all = m.scopes.declarations_of(m["name"]);
  const auto declared = std::ranges::find_if(all, &source::DeclaredName::is_function);
  if (declared == all.end()) return false;
  m.diagnostic.line = m.scopes.line_of(declared->offset);
  return true;
}

bool needs_toolkit(Match& m) {
  const std::string_view feature = toolkit_feature_of(m["name"]);
  m["feature_needs"] = fmt::format("{} need{}", feature, feature.ends_with('s') ? "" : "s");
  return !feature.empty() && !m.of.headers.has_toolkit();
}
bool is_no_header_of_toolkit(Match& m) {
  m["headers"] = toolkit_headers_text();
  return !toolkit_feature_of(m["name"]).empty();
}
bool is_near_header_of_exercise(Match& m) {
  const std::string_view name = m["name"];
  const auto stem = [](std::string_view file) { return file.substr(0, file.find('.')); };
  std::vector<std::string_view> names;
  for (const HeaderSet::Named& header : m.of.headers.of_exercise()) names.push_back(*header.name);
  std::string_view meant = nearest_name(name, names);
  for (const std::string_view other : names)
    if (meant.empty() && stem(other) == stem(name)) meant = other;
  m["meant"] = meant;
  return !meant.empty();
}
bool has_headers_of_exercise(Match& m) {
  std::vector<std::string> names;
  for (const HeaderSet::Named& header : m.of.headers.of_exercise())
    names.push_back(fmt::format("\"{}\"", *header.name));
  m["headers"] = fmt::format("{}", fmt::join(names, ", "));
  return !names.empty();
}

bool uses_slipped_macro(Match& m) {
  const auto is_on_line = [&](const source::Token& token, std::string_view name) {
    return token.text == name && m.scopes.line_of(token.offset) == m.diagnostic.line;
  };
  for (const source::MacroDefinition& macro : source::macro_definitions(m.scopes.source())) {
    if (macro.is_called || macro.body.empty()) continue;
    const source::Token &first = macro.body.front(), &last = macro.body.back();
    if (first.text != "=" && last.text != ";") continue;
    if (std::ranges::none_of(m.tokens, [&](const auto& t) { return is_on_line(t, macro.name); }))
      continue;
    m["name"] = macro.name;
    m["body"] =
        m.source_from(first.offset).substr(0, last.offset + last.text.size() - first.offset);
    m["line"] = m.line_of(first.offset);
    m["sign"] = first.text == "=" ? "=" : ";";
    return true;
  }
  return false;
}

constexpr std::string_view kNoFile = R"({}open source file "{name}"{})";

constexpr auto kTextRows = std::to_array<Explanation>({
    {"{}", is_left_by_merge,
     "this line is left over from a merge: keep one of the versions between <<<<<<<, ======= and "
     ">>>>>>>, and take these three lines out",
     Others::once},
    {"{}", is_of_markdown,
     "``` belongs to Markdown, which puts it around code; take such lines out", Others::once},
    {R"(at the end: expected a "}")", brace_is_never_closed,
     R"(the "{" on this line is never closed: a "}" is missing after it)"},
    {"ptxas: Entry function '{kernel}' uses too much shared data (0x{bytes} bytes, 0x{limit} max)",
     declares_too_much_shared,
     "{kernel} declares {bytes} bytes of __shared__ memory, and a kernel may declare {limit} at "
     "most: make its shared arrays smaller"},
    {"ptxas: Unresolved extern function '{symbol}'", is_declared_without_body,
     "{name} is declared here and called, and no function of that name and with these parameters "
     "has a body. Write one, or give both the same parameters"},
    {"in PTX: {}", kAlways, "in inline PTX: {message}"},
    {kNoFile, needs_toolkit,
     "<{name}>: {feature_needs} the CUDA Toolkit headers, and no CUDA Toolkit was found on this "
     "machine.",
     Others::whole},
    {kNoFile, is_no_header_of_toolkit,
     "<{name}> is not among the headers of the CUDA Toolkit that kernels can include here. There "
     "are {headers}.",
     Others::whole},
    {kNoFile, is_near_header_of_exercise,
     R"(there is no "{name}" to include; did you mean "{meant}"?)"},
    {kNoFile, has_headers_of_exercise,
     "\"{name}\" cannot be included: it is not one of the headers that kernels can include here. "
     "There are the C headers for device code (<cstdint>, <cmath>, <limits>, ...), the exercise's "
     "{headers} and CUDA's own.",
     Others::whole},
    {kNoFile, kAlways,
     "\"{name}\" cannot be included: it is not one of the headers that kernels can include here. "
     "There are the C headers for device code (<cstdint>, <cmath>, <limits>, ...) and CUDA's own.",
     Others::whole},
});
constexpr Explanation kOfMacro = {"{}", uses_slipped_macro,
                                  "{message}; in place of {name} stands \"{body}\" here, as its "
                                  "#define on line {line} says, and that needs no \"{sign}\""};

}  // namespace

std::span<const Explanation> rows_of_texts() { return kTextRows; }
const Explanation& row_of_macros() { return kOfMacro; }

}  // namespace warplab::compile

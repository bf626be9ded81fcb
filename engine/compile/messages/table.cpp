#include "compile/messages/table.hpp"

#include <algorithm>
#include <array>

#include "compile/messages/remarks.hpp"

namespace warplab::compile {
namespace {

constexpr std::string_view kLinkage = "linkage specification is not allowed";

using Place = Consequence::Place;
constexpr auto kConsequences = std::to_array<Consequence>({
    {"comment unclosed at end of file", Place::anywhere, "{}"},
    {kRestarts, Place::same, "expected a {}"},
    {kLinkage, Place::line, "{}"},
    {kLinkage, Place::line, "attribute does not apply to any entity"},
    {kNoClosingBrace, Place::anywhere, kLinkage},
    {R"(namespace "std" has no member "{}")", Place::line, "{}"},
    {"unrecognized token", Place::line, "{}"},
    {"missing closing quote", Place::line, "{}"},
    {"missing closing quote", Place::next_line, "expected a \")\""},
    {R"({}suitable "begin" function{})", Place::line, R"({}suitable "end" function{})"},
    {R"(expected a ";")", Place::same, "expected an expression"},
    {R"(expected a "{")", Place::just_before, "{}"},
});

constexpr auto kNaming = std::to_array<std::string_view>({kUndefined, R"({}has no member "{}")"});
constexpr auto kBeforeNames = std::to_array<std::string_view>({
    "{}does not apply here{}",
    "{}without memory space annotations{}",
    kHostFunction,
    R"({}incomplete type "void"{})",
    "type name is not allowed",
    "expected a \")\"",
    kNoClosingAngle,
    "expression must have a constant value",
    "{}no storage class or type specifier",
    kNoType,
});

bool is_one_of(std::string_view message, std::span<const std::string_view> patterns) {
  return std::ranges::any_of(patterns,
                             [&](std::string_view pattern) { return matches(pattern, message); });
}

}  // namespace

const std::vector<Explanation>& explanations() {
  static const std::vector<Explanation> all = [] {
    std::vector<Explanation> rows;
    for (const auto& family : {rows_of_texts(), rows_of_signs(), rows_of_values(), rows_of_names()})
      rows.insert(rows.end(), family.begin(), family.end());
    rows.push_back({"at the end: {}", kAlways, "{message} at the end of the file"});
    return rows;
  }();
  return all;
}

std::span<const Consequence> consequences() { return kConsequences; }

bool names_something(std::string_view message) { return is_one_of(message, kNaming); }
bool may_come_before_its_name(std::string_view message) { return is_one_of(message, kBeforeNames); }

std::vector<std::string> explained_messages() {
  std::vector<Explanation> rows = explanations();
  rows.push_back(row_of_macros());
  std::vector<std::string> sentences;
  for (const Explanation& row : rows) {
    std::string_view message = row.message;
    for (const std::string_view origin : {"ptxas: ", "in PTX: ", "at the end: "})
      if (message.starts_with(origin)) message.remove_prefix(origin.size());
    sentences.push_back(filled_in(row.said, {{"message", std::string(message)}}));
  }
  for (const std::string_view remark : remark_sentences()) sentences.emplace_back(remark);
  return sentences;
}

}  // namespace warplab::compile

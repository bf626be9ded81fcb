#include "server/answers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/utf8.hpp"
#include "data/number_text.hpp"
#include "lens/explanation.hpp"
#include "words/text.hpp"

namespace warplab::app {
namespace {

using Json = nlohmann::json;

// Of the protocol's DiagnosticSeverity.
int number_of(Severity severity) {
  switch (severity) {
    case Severity::error: return 1;
    case Severity::warning: return 2;
    case Severity::note: break;
  }
  return 3;
}

Json range_of(std::string_view text, int line, int column) {
  const std::string_view whole = line_in(text, line);
  const size_t blanks = std::min(whole.find_first_not_of(" \t"), whole.size());
  const size_t begin = column > 0 ? std::min<size_t>(column - 1, whole.size()) : blanks;
  const int number = std::max(line, 1) - 1;
  return {{"start", {{"line", number}, {"character", utf16_length(whole.substr(0, begin))}}},
          {"end", {{"line", number}, {"character", utf16_length(whole)}}}};
}

bool is_as_graded(const GradedFile& graded, std::string_view text, int line) {
  return line_in(graded.source, line) == line_in(text, line);
}

const LineCost* cost_of(const GradedFile& graded, int line) {
  const auto found = std::ranges::find(graded.costs, line, &LineCost::line);
  return found == graded.costs.end() ? nullptr : &*found;
}

}  // namespace

std::string_view line_in(std::string_view text, int line) {
  for (int i = 1; i < line; ++i) {
    const size_t end = text.find('\n');
    if (end == std::string_view::npos) return {};
    text.remove_prefix(end + 1);
  }
  text = text.substr(0, text.find('\n'));
  return text.ends_with('\r') ? text.substr(0, text.size() - 1) : text;
}

int utf16_length(std::string_view text) {
  int length = 0;
  while (!text.empty()) {
    const size_t bytes = std::max<size_t>(utf8_length(text), 1);
    length += bytes == 4 ? 2 : 1;
    text.remove_prefix(bytes);
  }
  return length;
}

std::filesystem::path path_of_uri(std::string_view uri) {
  constexpr std::string_view kFile = "file://";
  if (!uri.starts_with(kFile)) return {};
  uri.remove_prefix(kFile.size());
  if (uri.starts_with("localhost/")) uri.remove_prefix(std::string_view("localhost").size());
  if (!uri.starts_with('/')) return {};
  std::string path;
  for (size_t i = 0; i < uri.size(); ++i) {
    unsigned byte = 0;
    const char* const digits = uri.data() + i + 1;
    const bool is_escape = uri[i] == '%' && i + 2 < uri.size() &&
                           std::from_chars(digits, digits + 2, byte, 16).ptr == digits + 2;
    path += is_escape ? static_cast<char>(byte) : uri[i];
    if (is_escape) i += 2;
  }
  return path;
}

GradedFile graded_file(const verdict::ExerciseResult& result, std::string source) {
  GradedFile graded;
  graded.source = std::move(source);
  graded.exercise = result.slug;
  graded.messages = messages_of(result);
  // Of several variants the one in which the most is moved for nothing.
  for (const verdict::VariantCounters& counted : result.counters) {
    for (LineCost& cost : line_costs(counted.lines)) {
      const auto known = std::ranges::find(graded.costs, cost.line, &LineCost::line);
      if (known == graded.costs.end()) graded.costs.push_back(std::move(cost));
      else if (cost.ratio() > known->ratio()) *known = std::move(cost);
    }
  }
  for (const verdict::GateResult& gate : result.gates)
    if (gate.status == verdict::Status::fail && gate.line > 0 && !gate.is_consequence)
      if (const lens::Explanation* const known = lens::explanation_of(gate))
        graded.why.emplace(gate.line, words::template_of(known->why));
  return graded;
}

Json diagnostics_of(const GradedFile& graded, const std::string& uri) {
  Json all = Json::array();
  for (const Message& message : graded.messages) {
    Json one = {{"range", range_of(graded.source, message.line, message.column)},
                {"severity", number_of(message.severity)},
                {"source", "Warp Lab"},
                {"code", message.from},
                {"message", message.text}};
    if (message.other_line > 0 && message.other_line != message.line)
      one["relatedInformation"] = Json::array(
          {{{"location", {{"uri", uri}, {"range", range_of(graded.source, message.other_line, 0)}}},
            {"message", "The other access is here."}}});
    all.push_back(std::move(one));
  }
  return all;
}

Json hover_of(const GradedFile& graded, std::string_view text, int line) {
  const LineCost* const cost = cost_of(graded, line);
  const auto why = graded.why.find(line);
  if ((!cost && why == graded.why.end()) || !is_as_graded(graded, text, line)) return nullptr;
  std::string told;
  if (cost) {
    for (const AccessCost& access : cost->accesses)
      told += fmt::format("- **{}**: {}\n", access.what, access.sentence);
    if (cost->branches > 0 && cost->divergent_branches > 0)
      told +=
          fmt::format("- **branch**: lanes of a warp part at {} of {}\n",
                      data::count_text(cost->divergent_branches), data::count_text(cost->branches));
    told += fmt::format("- {} warp instructions\n", data::count_text(cost->warp_instructions));
  }
  if (why != graded.why.end()) told += "\n" + why->second + "\n";
  return {{"contents", {{"kind", "markdown"}, {"value", std::move(told)}}},
          {"range", range_of(text, line, 0)}};
}

Json lenses_of(const GradedFile& graded, std::string_view text, const std::string& uri) {
  Json all = Json::array();
  for (const LineCost& cost : graded.costs) {
    if (cost_level(cost.ratio()) < CostLevel::poor || !is_as_graded(graded, text, cost.line))
      continue;
    all.push_back({{"range", range_of(text, cost.line, 0)},
                   {"command",
                    {{"title", ratio_text(cost.ratio()) + ": see why"},
                     {"command", kSeeWhy},
                     {"arguments", {uri, cost.line}}}}});
  }
  return all;
}

}  // namespace warplab::app

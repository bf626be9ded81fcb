#include "reports/problems.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>
#include <tuple>

#include "base/printable.hpp"
#include "exercise/exercise.hpp"
#include "reports/program.hpp"
#include "verdict/result/gate_of_finding.hpp"
#include "words/text.hpp"

namespace warplab::grader {
namespace fs = std::filesystem;
namespace {

using Json = nlohmann::ordered_json;
using Level = Problem::Severity;

constexpr const char* kOtherSide = "The other access is here.";

// Where the first thing of the line stands, from 1; 0: there is no such line, or nothing in it.
int first_column(std::string_view source, int line) {
  for (int i = 1; i < line; ++i) {
    const size_t end = source.find('\n');
    if (end == std::string_view::npos) return 0;
    source.remove_prefix(end + 1);
  }
  const size_t column = source.substr(0, source.find('\n')).find_first_not_of(" \t\r");
  return line <= 0 || column == std::string_view::npos ? 0 : static_cast<int>(column) + 1;
}

Level level_of(compile::Diagnostic::Severity severity) {
  switch (severity) {
    case compile::Diagnostic::Severity::error: return Level::error;
    case compile::Diagnostic::Severity::warning: return Level::warning;
    case compile::Diagnostic::Severity::note: break;
  }
  return Level::note;
}

std::string rule_of(sim::FindingKind kind) {
  std::string rule(data::name_of(kind));
  std::ranges::replace(rule, '_', ' ');
  return rule;
}

// The problems of one result; `add` fills in what they have in common.
class OfResult {
 public:
  OfResult(const verdict::ExerciseResult& result, const std::string& source, const fs::path& file)
      : result_(result), source_(source), file_(file) {}

  std::vector<Problem> all() {
    for (const compile::Diagnostic& told : result_.diagnostics) {
      does_not_compile_ |= told.severity == compile::Diagnostic::Severity::error;
      add({.line = told.line,
           .column = told.column,
           .severity = level_of(told.severity),
           .rule = "compiler",
           .message = told.message});
    }
    if (!result_.has_score() && !does_not_compile_)
      add({.rule = "not graded", .message = result_.error});
    if (!result_.has_score() || does_not_compile_) return std::move(problems_);
    for (const verdict::GateResult& gate : result_.gates) add_gate(gate);
    for (const sim::Finding& finding : result_.findings) add_finding(finding);
    return std::move(problems_);
  }

 private:
  void add(Problem problem) {
    problem.file = file_;
    problem.message = printable(problem.message);
    if (problem.column == 0) problem.column = first_column(source_, problem.line);
    problems_.push_back(std::move(problem));
  }
  void add_gate(const verdict::GateResult& gate) {
    if (gate.status != verdict::Status::fail || gate.is_consequence) return;
    add({.line = gate.line,
         .other_line = gate.finding ? gate.finding->other_line : 0,
         .rule = gate.finding ? rule_of(gate.finding->kind) : gate.name,
         .message = verdict::text_of(gate)});
  }
  bool is_told(const sim::Finding& finding) const {
    return std::ranges::any_of(result_.gates, [&](const verdict::GateResult& gate) {
      const bool fails = gate.status == verdict::Status::fail;
      // That nobody wrote an element is how an answer is wrong, which its gate tells.
      return fails &&
             (gate.finding == finding || (gate.metric == exercise::kCorrectGate &&
                                          finding.kind == sim::FindingKind::never_written));
    });
  }
  void add_finding(const sim::Finding& finding) {
    if (is_told(finding)) return;
    const bool fails = !verdict::gate_of(finding.kind).empty();
    add({.line = finding.line,
         .other_line = finding.other_line,
         .severity = fails ? Level::error : Level::note,
         .rule = rule_of(finding.kind),
         .message = words::text_of(finding)});
  }

  const verdict::ExerciseResult& result_;
  const std::string& source_;
  const fs::path& file_;
  std::vector<Problem> problems_;
  bool does_not_compile_ = false;
};

void put_in_order(std::vector<Problem>& problems) {
  std::ranges::stable_sort(problems, [](const Problem& a, const Problem& b) {
    return std::tie(a.file, a.line) < std::tie(b.file, b.line);
  });
}

// As seen from `folder` where it lies in it; else the whole path.
fs::path seen_from(const fs::path& file, const fs::path& folder) {
  const fs::path whole = (folder / file).lexically_normal();
  const fs::path relative = whole.lexically_relative(folder);
  return relative.empty() || *relative.begin() == ".." ? whole : relative;
}

std::string_view word_of(Level severity) {
  switch (severity) {
    case Level::error: return "error";
    case Level::warning: return "warning";
    case Level::note: break;
  }
  return "note";
}

// RFC 3986: what is neither unreserved nor a slash is written by its bytes.
std::string uri_of(const fs::path& file) {
  constexpr std::string_view kAsItIs = "-._~/";
  std::string uri = file.is_absolute() ? "file://" : "";
  for (const char letter : file.string()) {
    const auto byte = static_cast<unsigned char>(letter);
    const bool is_plain = (byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'Z') ||
                          (byte >= 'a' && byte <= 'z') || kAsItIs.find(letter) != kAsItIs.npos;
    uri += is_plain ? std::string(1, letter) : fmt::format("%{:02X}", byte);
  }
  return uri;
}

Json place_json(const std::string& uri, int line, int column) {
  Json place = {{"artifactLocation", {{"uri", uri}}}};
  place["region"]["startLine"] = std::max(line, 1);
  if (column > 0) place["region"]["startColumn"] = column;
  return {{"physicalLocation", std::move(place)}};
}

}  // namespace

std::vector<Problem> problems_of(const verdict::ExerciseResult& result, const std::string& source,
                                 const fs::path& file) {
  return OfResult(result, source, file).all();
}

std::vector<Problem> problems_of(const runtime::ProgramReport& report) {
  std::vector<Problem> problems;
  for (const runtime::ProgramFinding& found : report.findings) {
    if (found.at.file.empty()) continue;
    Problem problem;
    problem.file = found.at.file;
    problem.line = found.at.line;
    problem.other_line = found.kernel.empty() ? 0 : found.finding.other_line;
    problem.severity = is_fault(found) ? Level::error : Level::note;
    problem.rule = found.kernel.empty() ? "host" : rule_of(found.finding.kind);
    problem.message = printable(words::clause_of(found.finding));
    problems.push_back(std::move(problem));
  }
  return problems;
}

std::string gcc_text(std::vector<Problem> problems, const fs::path& folder) {
  put_in_order(problems);
  std::string text;
  for (const Problem& one : problems) {
    const std::string file = seen_from(one.file, folder).string();
    text += fmt::format("{}:{}:{}: {}: {} [{}]\n", file, std::max(one.line, 1),
                        std::max(one.column, 1), word_of(one.severity), one.message, one.rule);
    if (one.other_line > 0 && one.other_line != one.line)
      text += fmt::format("{}:{}:1: note: {}\n", file, one.other_line, kOtherSide);
  }
  return text;
}

std::string sarif_text(std::vector<Problem> problems, const fs::path& folder) {
  put_in_order(problems);
  Json rules = Json::array(), results = Json::array();
  std::vector<std::string> known;
  for (const Problem& one : problems) {
    if (std::ranges::find(known, one.rule) == known.end()) {
      known.push_back(one.rule);
      rules.push_back({{"id", one.rule}, {"shortDescription", {{"text", one.rule}}}});
    }
    const std::string uri = uri_of(seen_from(one.file, folder));
    Json result = {{"ruleId", one.rule},
                   {"level", word_of(one.severity)},
                   {"message", {{"text", one.message}}}};
    result["locations"] = Json::array({place_json(uri, one.line, one.column)});
    if (one.other_line > 0 && one.other_line != one.line) {
      Json other = place_json(uri, one.other_line, 0);
      other["message"] = {{"text", kOtherSide}};
      result["relatedLocations"] = Json::array({std::move(other)});
    }
    results.push_back(std::move(result));
  }
  Json run = {
      {"tool",
       {{"driver", {{"name", "Warp Lab"}, {"version", WARPLAB_VERSION}, {"rules", rules}}}}},
      {"columnKind", "unicodeCodePoints"},
      {"results", results}};
  const Json log = {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                    {"version", "2.1.0"},
                    {"runs", Json::array({std::move(run)})}};
  return log.dump(2, ' ', true, Json::error_handler_t::replace) + "\n";
}

}  // namespace warplab::grader

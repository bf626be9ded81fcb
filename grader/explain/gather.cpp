#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "base/lines.hpp"
#include "compiler_messages.hpp"
#include "data/launch.hpp"
#include "explain/explanation.hpp"
#include "lens/sentence.hpp"
#include "lens/two_orders.hpp"
#include "lens/walk.hpp"
#include "verdict/result/gate_of_finding.hpp"
#include "verdict/result/number_text.hpp"
#include "verdict/run/findings.hpp"
#include "words/text.hpp"

namespace warplab::grader {
namespace {

// More pictures than that nobody looks at; --line shows any other.
constexpr size_t kMostPictures = 3;

std::string at_line(int line) { return line > 0 ? fmt::format(", line {}", line) : ""; }

std::vector<Point> points_of(const verdict::ExerciseResult& result) {
  std::vector<Point> points;
  for (const verdict::GateResult& gate : result.gates)
    if (gate.status == verdict::Status::fail)
      points.push_back({fmt::format("Gate {}{}", gate.name, at_line(gate.line)),
                        verdict::text_of(gate), lens::explanation_of(gate), gate.line});
  for (const sim::Finding& finding : result.findings) {
    const bool is_said = std::ranges::any_of(result.gates, [&](const verdict::GateResult& gate) {
      return gate.status == verdict::Status::fail && gate.finding &&
             verdict::are_one(*gate.finding, finding);
    });
    if (is_said) continue;
    points.push_back(
        {fmt::format("Finding {}{}", sim::name_of(finding.kind), at_line(finding.line)),
         words::text_of(finding), &lens::explanation_of(finding.kind), finding.line});
  }
  return points;
}

// Behind the gates: the compiler does not know what the exercise asks.
void add_compiler_messages(Explained& explained) {
  for (const compile::Diagnostic* message : more_messages(*explained.result)) {
    const bool is_warning = message->severity == compile::Diagnostic::Severity::warning;
    explained.points.push_back(
        {fmt::format("Compiler {}{}", is_warning ? "warning" : "error", at_line(message->line)),
         sentence_of(*message), nullptr, message->line});
  }
}

// The lines of one look, each with its worst access.
std::vector<LineLens> lines_looked_at(const lens::Look& look, size_t number) {
  std::set<int> lines;
  for (const data::LoggedAccess& access : look.log.accesses)
    if (access.line > 0) lines.insert(access.line);
  std::vector<LineLens> all;
  for (const int line : lines) {
    const std::vector<size_t> accesses = lens::accesses_of_line(look.log, line);
    std::set<std::pair<uint64_t, uint32_t>> warps;
    for (const size_t i : accesses)
      warps.insert({look.log.accesses[i].block, look.log.accesses[i].warp});
    all.push_back(
        {number, lens::worst_of(look.log, accesses), line, accesses.size(), warps.size()});
  }
  return all;
}

lens::Cost cost_in(const Explained& explained, const LineLens& lens) {
  return lens::cost_of(explained.looks[lens.look].log.accesses[lens.access]);
}

void look_at_launches(Explained& explained, const std::string& source, int line,
                      lens::LookOptions options) {
  options.line = line;
  for (size_t i = 0; i < explained.exercise->launches.size(); ++i) {
    options.launch_spec = static_cast<int>(i);
    Result<lens::Look> look = lens::look(*explained.exercise, source, options);
    if (look) explained.looks.push_back(std::move(*look));
    else if (explained.no_lens.empty()) explained.no_lens = look.error();
  }
  for (size_t i = 0; i < explained.looks.size(); ++i)
    for (const LineLens& lens : lines_looked_at(explained.looks[i], i))
      explained.table.push_back(lens);
  std::stable_sort(explained.table.begin(), explained.table.end(),
                   [&](const LineLens& a, const LineLens& b) {
                     return cost_in(explained, a).excess() > cost_in(explained, b).excess();
                   });
}

// What a point is about first, then what costs most beyond its ideal.
void choose_pictures(Explained& explained, int line) {
  std::vector<int> wanted;
  for (const Point& point : explained.points) wanted.push_back(point.line);
  const auto is_wanted = [&](const LineLens& lens) {
    return std::find(wanted.begin(), wanted.end(), lens.line) != wanted.end();
  };
  for (const bool first : {true, false})
    for (const LineLens& lens : explained.table) {
      const bool shows =
          line > 0 ||
          (first ? is_wanted(lens) : !is_wanted(lens) && cost_in(explained, lens).excess());
      if (first == (line > 0 || is_wanted(lens)) && shows &&
          (line > 0 || explained.lenses.size() < kMostPictures))
        explained.lenses.push_back(lens);
    }
  if (explained.lenses.empty() && !explained.table.empty())
    explained.lenses.push_back(explained.table.front());
  for (Point& point : explained.points)
    point.has_lens = std::any_of(explained.lenses.begin(), explained.lenses.end(),
                                 [&](const LineLens& lens) { return lens.line == point.line; });
}

bool is_race(const Point& point) {
  return point.text == &lens::explanation_of(sim::FindingKind::race) ||
         point.text == &lens::explanation_of(sim::FindingKind::warp_synchronous);
}

// One search serves all races of a file: it runs the file, not a race.
void look_for_two_orders(Explained& explained, const std::string& source,
                         const lens::LookOptions& options) {
  const auto race = std::find_if(explained.points.begin(), explained.points.end(), is_race);
  if (race == explained.points.end()) return;
  lens::OrderSearchOptions search;
  search.seed = options.seed;
  search.time_limit = options.time_limit;
  search.start_worker = options.start_worker;
  search.cancel = options.cancel;
  const Result<lens::OrderSearch> found =
      lens::find_two_orders(*explained.exercise, source, search);
  race->orders = found ? lens::sentence(*found) : found.error();
}

// A block that executes what is complained of, where its number is the same in every grid.
std::optional<uint64_t> block_of(const verdict::ExerciseResult& result) {
  for (const verdict::GateResult& gate : result.gates)
    if (gate.status == verdict::Status::fail && gate.finding && gate.finding->line > 0 &&
        gate.finding->place.block.y == 0 && gate.finding->place.block.z == 0)
      return gate.finding->place.block.x;
  return std::nullopt;
}

}  // namespace

Explained explain(const exercise::Exercise& exercise, const verdict::ExerciseResult& result,
                  const std::string& source, int line, const lens::LookOptions& options) {
  Explained explained;
  explained.exercise = &exercise;
  explained.result = &result;
  explained.source = lines_of(source);
  explained.points = points_of(result);
  look_for_two_orders(explained, source, options);
  lens::LookOptions looked = options;
  if (!looked.block) looked.block = block_of(result);
  look_at_launches(explained, source, line, looked);
  choose_pictures(explained, line);
  add_compiler_messages(explained);
  if (explained.table.empty() && explained.no_lens.empty())
    explained.no_lens =
        line > 0 ? fmt::format("Line {} accessed no memory in the blocks looked at.", line)
                 : "No line accessed memory in the blocks looked at.";
  return explained;
}

Explained explain_without_looking(const exercise::Exercise& exercise,
                                  const verdict::ExerciseResult& result, const std::string& source,
                                  std::string why) {
  Explained explained;
  explained.exercise = &exercise;
  explained.result = &result;
  explained.source = lines_of(source);
  explained.points = points_of(result);
  add_compiler_messages(explained);
  explained.no_lens = std::move(why);
  return explained;
}

std::string source_line(const Explained& explained, int line) {
  if (line < 1 || static_cast<size_t>(line) > explained.source.size()) return "";
  const std::string& text = explained.source[static_cast<size_t>(line) - 1];
  const size_t begin = text.find_first_not_of(" \t\r");
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

std::string unit_of(const data::LoggedAccess& access, const lens::Cost& cost) {
  return verdict::unit_text(verdict::count_text(cost.ideal),
                            access.space == data::TraceSpace::shared ? "passes" : "sectors");
}

std::string place_of(const Explained& explained, const LineLens& lens) {
  const lens::Look& look = explained.looks[lens.look];
  const data::LoggedAccess& access = look.log.accesses[lens.access];
  return fmt::format(
      "launch {}, {}: the worst of {} access{} by {} warp{} that were looked at ({})", look.launch,
      lens::place_of_access(access, look.log.grid), verdict::count_text(lens.accesses),
      lens.accesses == 1 ? "" : "es", lens.warps, lens.warps == 1 ? "" : "s", look.where);
}

}  // namespace warplab::grader

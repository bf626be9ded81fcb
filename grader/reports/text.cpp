#include "reports/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "compiler_messages.hpp"
#include "course/timed_on.hpp"
#include "exercise_choice.hpp"
#include "reports/color.hpp"
#include "reports/sweep.hpp"
#include "sim/finding.hpp"
#include "verdict/judge/judge.hpp"
#include "verdict/report/by_launch.hpp"
#include "verdict/result/number_text.hpp"
#include "verdict/run/findings.hpp"
#include "words/text.hpp"

namespace warplab::grader {
namespace {

using verdict::amount_text;
using verdict::ExerciseResult;
using verdict::GateResult;
using verdict::Status;

constexpr std::string_view kIndent = "      ";
constexpr size_t kQuotedColumns = 84;  // a quoted line fits into 100 columns
constexpr size_t kPrintedLines = 5;    // of what the kernel printed

std::string_view line_of(std::string_view source, int line) {
  for (int i = 1; i < line; ++i) {
    const size_t end = source.find('\n');
    if (end == std::string_view::npos) return {};
    source.remove_prefix(end + 1);
  }
  return source.substr(0, source.find('\n'));
}

std::string cut(std::string text, size_t columns) {
  if (text.size() <= columns) return text;
  text.resize(columns - 3);
  while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0xc0) == 0x80) text.pop_back();
  return text + "...";
}

// "  12 |   out[i] = in[j];", or nothing where there is no such line.
std::string quote(const std::string& source, int line, const TextStyle& style) {
  if (line <= 0) return {};
  std::string text = printable(line_of(source, line));
  const size_t last = text.find_last_not_of(" ?");
  text.resize(last == std::string::npos ? 0 : last + 1);
  if (text.empty()) return {};
  return colored(fmt::format("{}{:>4} | {}", kIndent, line, cut(text, kQuotedColumns)), Color::dim,
                 style.color) +
         "\n";
}

std::string badge(Status status, const TextStyle& style) {
  switch (status) {
    case Status::pass: return colored("PASS", Color::green, style.color);
    case Status::fail: return colored("FAIL", Color::red, style.color);
    case Status::not_checked: break;
  }
  return colored("----", Color::yellow, style.color);
}

// "ideal 4, actual 32 sectors/request (at most 4.5)"
std::string figures(const GateResult& gate) {
  if (!gate.value) return {};
  const verdict::Figures numbers =
      verdict::figures_of(*gate.value, gate.limit, gate.limit_is_minimum);
  std::string text;
  if (gate.ideal) text += fmt::format("ideal {}, ", verdict::amount_text(*gate.ideal));
  text += "actual " + numbers.value;
  if (!gate.unit.empty()) text += " " + verdict::unit_text(numbers.value, printable(gate.unit));
  if (gate.limit)
    text += fmt::format(" ({} {})", gate.limit_is_minimum ? "at least" : "at most", numbers.limit);
  return text;
}

// The other line of a race, which is worth as much as the first.
int other_line(const GateResult& gate) {
  return gate.finding && gate.finding->other_line != gate.line ? gate.finding->other_line : 0;
}

std::string name_of(const GateResult& gate) {
  return printable(gate.name) + (gate.variant.empty() ? "" : ", " + printable(gate.variant));
}

// Gates that fail for a fault that is told elsewhere, and say so in the same words, are told once.
bool tells_the_same(const GateResult& one, const GateResult& other) {
  return one.status == Status::fail && other.status == Status::fail && one.is_consequence &&
         other.is_consequence && one.says == other.says;
}

// Empty where a gate before it has told the same.
std::string failed_for_another(const ExerciseResult& result, const GateResult& gate,
                               const std::string& source, const TextStyle& style) {
  std::string names, numbers;
  const bool is_alone = std::ranges::count_if(result.gates, [&](const GateResult& other) {
                          return tells_the_same(other, gate);
                        }) == 1;
  for (const GateResult& other : result.gates) {
    if (!tells_the_same(other, gate)) continue;
    if (names.empty() && &other != &gate) return {};
    names += (names.empty() ? "" : "; ") + name_of(other);
    if (const std::string own = figures(other); !own.empty())
      numbers += fmt::format("{}{}{}\n", kIndent, is_alone ? "" : name_of(other) + ": ", own);
  }
  return fmt::format("{}{}: {}\n", kIndent, colored(names, Color::bold, style.color),
                     printable(verdict::text_of(gate))) +
         quote(source, gate.line, style) + numbers;
}

// A profile is one thing to a student: the first of its gates that fails says what is wrong, and
// the others have their names behind it.
std::string failed_beside(const ExerciseResult& result, const GateResult& gate) {
  std::string names;
  for (const GateResult& other : result.gates)
    if (&other != &gate && other.profile == gate.profile && other.status == Status::fail &&
        !other.is_consequence)
      names += (names.empty() ? "" : ", ") + name_of(other);
  return names.empty() ? "" : fmt::format("{}(and {})\n", kIndent, names);
}

// Whether another gate of its profile has told already that it fails.
bool is_behind_another(const ExerciseResult& result, const GateResult& gate) {
  if (gate.profile.empty() || gate.is_consequence) return false;
  const auto first = std::ranges::find_if(result.gates, [&](const GateResult& other) {
    return other.profile == gate.profile && other.status == Status::fail && !other.is_consequence;
  });
  return first != result.gates.end() && &*first != &gate;
}

std::string failed_gate(const ExerciseResult& result, const GateResult& gate,
                        const std::string& source, const TextStyle& style) {
  if (gate.is_consequence) return failed_for_another(result, gate, source, style);
  if (is_behind_another(result, gate)) return {};
  const bool is_of_profile = !gate.profile.empty();
  const std::string name =
      (is_of_profile && gate.profile != gate.name ? printable(gate.profile) + ", " : "") +
      name_of(gate);
  std::string text = fmt::format("{}{}: {}\n", kIndent, colored(name, Color::bold, style.color),
                                 printable(verdict::text_of(gate)));
  text += quote(source, gate.line, style);
  text += quote(source, other_line(gate), style);
  if (const std::string numbers = figures(gate); !numbers.empty())
    text += fmt::format("{}{}\n", kIndent, numbers);
  if (is_of_profile) text += failed_beside(result, gate);
  return text;
}

std::string compiler_messages(const ExerciseResult& result, const std::string& source,
                              const TextStyle& style) {
  std::string text;
  for (const compile::Diagnostic* message : more_messages(result)) {
    const bool is_warning = message->severity == compile::Diagnostic::Severity::warning;
    text += fmt::format("{}{}{}{}\n", kIndent, is_warning ? "Compiler warning. " : "",
                        message->line > 0 ? fmt::format("Line {}: ", message->line) : std::string(),
                        sentence_of(*message));
    text += quote(source, message->line, style);
  }
  return text;
}

// "4 096 sectors", "1 sector"
std::string count_of(uint64_t count, std::string_view units) {
  const std::string number = verdict::count_text(count);
  return number + " " + verdict::unit_text(number, units);
}

// "rows (row_sums, given): 131 136 requests to global memory move 4 194 560 sectors,
//  134 225 920 bytes, of which 12.5 % are used", launch by launch: where a counted gate failed.
std::string launches(const ExerciseResult& result) {
  const bool shows = std::any_of(result.gates.begin(), result.gates.end(), [](const GateResult& g) {
    return g.status == Status::fail && g.source == verdict::Source::counted &&
           !exercise::is_built_in_gate(g.metric) && g.metric != verdict::kCompilesGate;
  });
  if (!shows) return {};
  std::string text;
  for (const verdict::VariantCounters& counted : result.counters)
    for (const verdict::CountedLaunch& launch : verdict::by_launch(counted)) {
      using enum sim::Counter;
      const verdict::MovedBytes bytes = verdict::moved_bytes(verdict::lines_of(launch));
      std::string name = printable(launch.name);
      if (launch.kernel != launch.name || launch.given)
        name += fmt::format(" ({}{})", printable(launch.kernel), launch.given ? ", given" : "");
      if (result.counters.size() > 1) name += ", " + printable(counted.variant);
      text += fmt::format("{}{}: {} to global memory, {}\n", kIndent, name,
                          count_of(launch.total[global_requests], "requests"),
                          count_of(launch.total[global_sectors], "sectors"));
      std::string more;
      if (bytes.moved > 0)
        more = fmt::format("{} moved, {} of them used", count_of(bytes.moved, "bytes"),
                           verdict::used_text(bytes));
      if (launch.total[shared_requests] > 0)
        more += fmt::format("{}{} to shared memory, {}", more.empty() ? "" : "; ",
                            count_of(launch.total[shared_requests], "requests"),
                            count_of(launch.total[shared_wavefronts], "passes"));
      if (!more.empty()) text += fmt::format("{}  {}\n", kIndent, more);
    }
  return text;
}

// "transpose on Tesla T4, rows 4096, cols 4736: modelled 702 us (520 to 948), limited by DRAM, then
// by latency; 32 of 32 warps, limited by threads".
std::string models(const ExerciseResult& result) {
  std::string text;
  for (const verdict::VariantCounters& counted : result.counters)
    for (const verdict::ModelledRun& run : counted.models)
      for (size_t i = 0; i < run.launches.size() && i < counted.launches.size(); ++i)
        for (const model::LaunchModel& m : run.launches[i]) {
          std::string name = printable(counted.launches[i].name);
          if (result.counters.size() > 1) name += ", " + printable(counted.variant);
          text += fmt::format("{}{} on {}, {}: ", kIndent, name, printable(m.gpu),
                              printable(run.where));
          if (!m.possible) {
            text += fmt::format("not modelled. {}\n", printable(m.why_not));
            continue;
          }
          text += fmt::format(
              "modelled {} ({} to {}), limited by {}{}, then {}; {:.0f} % of the warps, limited "
              "by "
              "{}\n",
              verdict::microseconds_text(m.time_us), verdict::microseconds_text(m.low_us),
              verdict::microseconds_text(m.high_us), model::name_of(m.limiter),
              m.limiter == model::Part::arithmetic ? fmt::format(" ({})", m.pipe) : std::string(),
              model::name_of(m.second_limiter), 100 * m.occupancy.fraction,
              model::name_of(m.occupancy.limit));
        }
  if (!result.why_no_models.empty())
    text += fmt::format("{}No times were modelled: {}\n", kIndent, printable(result.why_no_models));
  return text;
}

bool waits_for_answer(const GateResult& gate) {
  return std::ranges::any_of(gate.says.phrases, [](const data::Phrase& phrase) {
    return phrase.says == data::GateSays::counters_prove_nothing;
  });
}

// Gates that were not checked for one reason stand on one line.
std::string unchecked_gates(const ExerciseResult& result, const TextStyle& style) {
  std::string text;
  std::vector<std::string> told;
  for (const GateResult& gate : result.gates) {
    if (gate.status != Status::not_checked || !gate.applies) continue;
    if (std::ranges::find(told, verdict::text_of(gate)) != told.end()) continue;
    told.push_back(verdict::text_of(gate));
    std::string names;
    size_t count = 0;
    for (const GateResult& other : result.gates)
      if (other.status == Status::not_checked &&
          verdict::text_of(other) == verdict::text_of(gate)) {
        names += (names.empty() ? "" : ", ") + printable(other.name);
        ++count;
      }
    names = colored(names, Color::yellow, style.color);
    text += waits_for_answer(gate)
                ? fmt::format(
                      "{}{} until the answer is right: {}\n", kIndent,
                      count == 1 ? "1 more check waits" : fmt::format("{} more checks wait", count),
                      names)
                : fmt::format("{}{}: {}\n", kIndent, names, printable(verdict::text_of(gate)));
  }
  return text;
}

// "points: 5 of 12. Lost: every warp its share 1. Passed, and counted once that passes: one element
// a thread 3, full warps 1." Nothing where all are earned, or where there is no kernel.
std::string where_points_went(const ExerciseResult& result) {
  const std::vector<verdict::Points> points = verdict::points_of(result.gates);
  verdict::Points sum;
  std::string lost, waiting, condition;
  for (size_t k = 0; k < points.size(); ++k) {
    const GateResult& gate = result.gates[k];
    sum.earned += points[k].earned;
    sum.possible += points[k].possible;
    const bool passes = gate.status == Status::pass;
    if (gate.metric == verdict::kCompilesGate && !passes) return {};
    if (gate.applies && !passes && gate.points <= 0 && condition.empty()) condition = name_of(gate);
    if (points[k].earned >= points[k].possible) continue;
    std::string& list = passes ? waiting : lost;
    list += fmt::format("{}{} {}", list.empty() ? "" : ", ", name_of(gate),
                        amount_text(points[k].possible - points[k].earned));
  }
  if (sum.earned >= sum.possible) return {};
  std::string text = fmt::format("{}points: {} of {}", kIndent, amount_text(sum.earned),
                                 amount_text(sum.possible));
  if (!condition.empty())
    return fmt::format("{}; none counts until \"{}\" passes.\n", text, condition);
  if (!lost.empty()) text += ". Lost: " + lost;
  if (!waiting.empty()) text += ". Passed, and counted once others pass: " + waiting;
  return text + ".\n";
}

// "passes for an element: 2.03 passes, ideal 2; only reported."
std::string reported_numbers(const ExerciseResult& result) {
  std::string text;
  for (const GateResult& gate : result.gates)
    if (gate.reported && gate.value)
      text += fmt::format("{}{}: {}\n", kIndent, printable(gate.name),
                          printable(verdict::text_of(gate)));
  return text;
}

// One line for all of them, or, where the instructor says so, those that do not pass.
std::string hidden_checks(const ExerciseResult& result, const TextStyle& style) {
  if (!result.hidden) return {};
  std::string text =
      fmt::format("{}hidden checks: {}{}\n", kIndent, badge(result.hidden->verdict, style),
                  style.hidden == course::ShowHidden::always
                      ? ""
                      : "; they are the instructor's own and are not shown");
  if (style.hidden != course::ShowHidden::always) return text;
  for (const GateResult& gate : result.hidden->gates)
    if (gate.status == Status::fail)
      text += fmt::format("{}  {}: {}\n", kIndent,
                          colored(printable(gate.name), Color::red, style.color),
                          printable(verdict::text_of(gate)));
  return text;
}

// What fails nothing, and a student should know.
std::string notes(const ExerciseResult& result) {
  std::string text;
  for (const sim::Finding& finding : result.findings)
    if (finding.kind == sim::FindingKind::note)
      text += fmt::format("{}Note. {}\n", kIndent, printable(words::text_of(finding)));
  return text;
}

// "modelled 702.1 us (520.0 us to 948.2 us), Tesla T4, version 2 of the model"
std::string modelled_time(const verdict::Timing& timing) {
  if (!timing.not_modelled.empty())
    return fmt::format("not modelled for the {}. {}\n", printable(timing.gpu),
                       printable(timing.not_modelled));
  std::string text = fmt::format("modelled {} ({} to {}), ",
                                 verdict::microseconds_text(timing.kernel.time_us.median),
                                 verdict::microseconds_text(timing.kernel.low_us),
                                 verdict::microseconds_text(timing.kernel.high_us));
  if (timing.yardstick)
    text += fmt::format("{:.2f} of the yardstick's speed ({}), ",
                        timing.yardstick->time_us.median / timing.kernel.time_us.median,
                        verdict::microseconds_text(timing.yardstick->time_us.median));
  return text +
         fmt::format("{}, version {} of the model\n", printable(timing.gpu), timing.model_version);
}

// ", driver 13.0", of the GPU that was there.
std::string driver_of(const ExerciseResult& result, const verdict::Timing& timing) {
  if (!result.gpu || result.gpu->name != timing.gpu) return {};
  return ", driver " + course::driver_text(result.gpu->driver_version);
}

// "columns: 312.4 us (310.9 us to 314.0 us, 15 samples, 1980 MHz), 0.93 of a copy"
std::string times(const ExerciseResult& result, const TextStyle& style) {
  std::string text;
  for (const verdict::Timing& timing : result.timings) {
    const verdict::TimeNumbers& measured = timing.kernel;
    std::string name = timing.launch.empty() ? "time" : printable(timing.launch);
    if (timing.variant != "default") name += ", " + printable(timing.variant);
    if (timing.source == verdict::Source::modelled) {
      text += fmt::format("{}{}: {}", kIndent, colored(name, Color::bold, style.color),
                          modelled_time(timing));
      continue;
    }
    text += fmt::format(
        "{}{}: {} ({} to {}, {} samples", kIndent, colored(name, Color::bold, style.color),
        verdict::microseconds_text(measured.time_us.median),
        verdict::microseconds_text(measured.time_us.q1),
        verdict::microseconds_text(measured.time_us.q3), measured.samples_us.size());
    if (measured.discarded > 0) text += fmt::format(", {} thrown away", measured.discarded);
    if (measured.clock_mhz > 0) text += fmt::format(", {:.0f} MHz", measured.clock_mhz);
    text += fmt::format("), {:.2f} of a copy's bandwidth, ", timing.copy_fraction);
    if (timing.yardstick)
      text += fmt::format("{:.2f} of the yardstick's speed ({}), ",
                          timing.yardstick->time_us.median / measured.time_us.median,
                          verdict::microseconds_text(timing.yardstick->time_us.median));
    if (timing.library)
      text += fmt::format("{:.2f} of {}'s speed ({}), ",
                          timing.library->time_us.median / measured.time_us.median,
                          printable(timing.library_name),
                          verdict::microseconds_text(timing.library->time_us.median));
    text += fmt::format("{}, {}{}\n", measured.unstable.empty() ? "stable" : "unstable",
                        printable(timing.gpu), driver_of(result, timing));
  }
  if (result.gpu && !result.gpu->note.empty())
    text += fmt::format("{}{}\n", kIndent, printable(result.gpu->note));
  return text;
}

std::string printed_lines(const ExerciseResult& result) {
  if (result.output.empty()) return {};
  std::string text = fmt::format("{}It printed:\n", kIndent);
  std::string_view rest = result.output;
  for (size_t i = 0; i < kPrintedLines && !rest.empty(); ++i) {
    const size_t end = rest.find('\n');
    text += fmt::format("{}  {}\n", kIndent, cut(printable(rest.substr(0, end)), kQuotedColumns));
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  }
  if (!rest.empty()) text += fmt::format("{}  ...\n", kIndent);
  return text;
}

std::string_view item_badge(verdict::CheckItem::Outcome outcome) {
  switch (outcome) {
    case verdict::CheckItem::Outcome::passed: return "ok";
    case verdict::CheckItem::Outcome::failed: return "FAILED";
    case verdict::CheckItem::Outcome::remark: break;
  }
  return "remark";
}

std::string margin_line(const verdict::Margin& margin) {
  std::string text = fmt::format("{}{}: {} {}, solution {}", kIndent, printable(margin.gate),
                                 margin.limit_is_minimum ? "at least" : "at most",
                                 amount_text(margin.limit), amount_text(margin.solution));
  if (margin.nearest_wrong)
    text += fmt::format(", nearest wrong kernel {} ({})", amount_text(*margin.nearest_wrong),
                        printable(margin.nearest_wrong_file));
  else text += ", no wrong kernel fails it";
  if (!margin.unit.empty()) text += fmt::format(" [{}]", printable(margin.unit));
  return text + "\n";
}

std::string padded(std::string text, size_t width) {
  if (text.size() < width) text.append(width - text.size(), ' ');
  return text;
}

}  // namespace

std::string text_of(const ExerciseResult& result, const std::string& source,
                    const TextStyle& style) {
  std::string text =
      fmt::format("{}  {}  {:>5}  {:>7.1f} s\n", badge(result.verdict, style),
                  padded(printable(result.slug), style.name_width),
                  result.has_score() ? fmt::format("{:.0f} %", 100 * result.score) : "-",
                  result.time.total / 1000);
  if (!result.has_score())  // what its gates say is not the whole
    return fmt::format("{}{}{}\n", text, kIndent, printable(result.error));
  // What comes of a race is told behind the race.
  for (const bool of_race : {false, true})
    for (const GateResult& gate : result.gates)
      if (gate.status == Status::fail &&
          of_race == (gate.finding && verdict::comes_of_race(*gate.finding)))
        text += failed_gate(result, gate, source, style);
  text += where_points_went(result);
  text += compiler_messages(result, source, style);
  text += launches(result);
  text += models(result);
  text += unchecked_gates(result, style);
  text += reported_numbers(result);
  text += hidden_checks(result, style);
  text += notes(result);
  text += times(result, style);
  if (result.verdict != Status::pass) text += printed_lines(result);
  return text;
}

std::string summary_of(const std::vector<ExerciseResult>& results, const TextStyle& style) {
  size_t passed = 0, graded = 0;
  double score = 0;
  for (const ExerciseResult& result : results) {
    if (!result.has_score()) continue;
    ++graded;
    passed += result.verdict == Status::pass;
    score += result.score;
  }
  if (results.empty()) return "There are no exercises.\n";
  std::string counts = colored(fmt::format("{} passed", passed), Color::green, style.color);
  if (graded > passed)
    counts += ", " + colored(fmt::format("{} did not", graded - passed), Color::red, style.color);
  if (results.size() > graded)
    counts += ", " + colored(fmt::format("{} could not be graded", results.size() - graded),
                             Color::yellow, style.color);
  // What could not be graded is nobody's 0.
  const std::string mean =
      graded == 0 ? "There is no score."
                  : fmt::format("Mean score {:.0f} %{}.", 100 * score / static_cast<double>(graded),
                                graded == results.size() ? "" : " of what was graded");
  std::string gpu;
  for (const ExerciseResult& result : results)
    if (result.gpu && gpu.empty()) gpu = " and " + printable(result.gpu->name);
  return fmt::format("{} exercise{}: {}. {} Seed {}, simulator{}.\n", results.size(),
                     results.size() == 1 ? "" : "s", counts, mean, results.front().seed, gpu);
}

std::string text_of(const verdict::ExerciseCheck& check, const TextStyle& style) {
  using Outcome = verdict::CheckItem::Outcome;
  std::string text =
      fmt::format("{}  {}\n", badge(check.passed() ? Status::pass : Status::fail, style),
                  printable(check.slug));
  for (const verdict::CheckItem& item : check.items) {
    const Color color = item.outcome == Outcome::passed   ? Color::green
                        : item.outcome == Outcome::failed ? Color::red
                                                          : Color::yellow;
    text += fmt::format("{}{} {}: {}\n", kIndent,
                        colored(fmt::format("{:<6}", item_badge(item.outcome)), color, style.color),
                        printable(item.subject), printable(item.message));
  }
  for (const verdict::Margin& margin : check.margins) text += margin_line(margin);
  return text;
}

std::string list_of(const std::vector<exercise::Entry>& entries,
                    const std::vector<experiment::Entry>& experiments, const TextStyle& style) {
  size_t file_width = 0;
  for (const exercise::Entry& entry : entries)
    if (entry.exercise) file_width = std::max(file_width, entry.exercise->student_file.size());
  std::string text;
  for (const exercise::Entry& entry : entries) {
    const std::string name = padded(printable(slug_of(entry.folder)), style.name_width);
    if (entry.exercise)
      text += fmt::format("{}  {}  {}\n", name,
                          padded(printable(entry.exercise->student_file), file_width),
                          printable(entry.exercise->title));
    else
      text += fmt::format("{}  {} {}\n", name, colored("broken:", Color::red, style.color),
                          printable(entry.exercise.error()));
  }
  for (const experiment::Entry& entry : experiments) {
    const std::string name = padded(printable(slug_of(entry.folder)), style.name_width);
    if (entry.experiment)
      text += fmt::format("{}  {}  {}\n", name, padded("(experiment)", file_width),
                          printable(entry.experiment->title));
    else
      text += fmt::format("{}  {} {}\n", name, colored("broken:", Color::red, style.color),
                          printable(entry.experiment.error()));
  }
  return text.empty() ? "There are no exercises.\n" : text;
}

extern const Format kTextFormat;
constinit const Format kTextFormat = {.name = "text",
                                      .may_have_color = true,
                                      .graded = text_of,
                                      .all_graded = summary_of,
                                      .checked = text_of,
                                      .listed = list_of,
                                      .swept = sweep_text};

}  // namespace warplab::grader

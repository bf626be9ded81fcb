#include "verdict/run/findings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>
#include <variant>

#include "compile/lines_about.hpp"
#include "sim/local_memory.hpp"
#include "source/declared_arrays.hpp"
#include "source/parameters.hpp"
#include "verdict/result/gate_of_finding.hpp"
#include "verdict/run/causes_in_source.hpp"
#include "words/text.hpp"

namespace warplab::verdict {

bool are_one(const sim::Finding& a, const sim::Finding& b) {
  return a.kind == b.kind && a.line == b.line && a.other_line == b.other_line &&
         a.buffer == b.buffer;
}

void add_findings(std::vector<sim::Finding>& known, const sim::Report& report,
                  const std::string& run, const std::string& where) {
  for (const sim::Finding& finding : report.findings) {
    const auto same = std::ranges::find_if(
        known, [&](const sim::Finding& other) { return are_one(other, finding); });
    if (same != known.end()) {
      same->count += finding.count;
      continue;
    }
    known.push_back(finding);
    known.back().run = run;
    known.back().where = where;
  }
}

void prefer_findings_with_lines(std::vector<sim::Finding>& findings, sim::FindingKind kind) {
  const bool has_line = std::any_of(findings.begin(), findings.end(), [&](const sim::Finding& f) {
    return f.kind == kind && f.line > 0;
  });
  if (has_line)
    std::erase_if(findings, [&](const sim::Finding& f) { return f.kind == kind && f.line == 0; });
}

bool any_fails(const std::vector<sim::Finding>& findings) {
  return std::ranges::any_of(
      findings, [](const sim::Finding& finding) { return !gate_of(finding.kind).empty(); });
}

namespace {

Stop stop_by(std::string_view gate, sim::Finding finding, const std::string& where) {
  finding.run = finding.where = where;
  return {std::string(gate), {}, finding.line, std::move(finding)};
}

}  // namespace

std::optional<Stop> stop_by_finding(const sim::Report& report, const std::string& where) {
  // What is undefined fails its gate; a run that came to its end all the same can be judged.
  const auto stops = [&](const sim::Finding& finding) {
    return !report.completed || finding.kind != sim::FindingKind::undefined_behavior;
  };
  for (const std::string_view gate : {"supported", "launches", "terminates"})
    for (const sim::Finding& finding : report.findings)
      if (gate_of(finding.kind) == gate && stops(finding)) return stop_by(gate, finding, where);
  return std::nullopt;
}

Stop stop_by_refusal(const worker::Failure& refusal) {
  const bool unsupported = refusal.refusal == sim::Refusal::Kind::unsupported;
  return Stop{unsupported ? "supported" : "launches", refusal.says, refusal.line, {}};
}

void name_declared_elements(Evidence& evidence, const exercise::Exercise& exercise,
                            std::string_view source) {
  if (evidence.findings.empty() && !evidence.stop) return;
  std::vector<source::DeclaredArray> arrays = source::declared_arrays(source);
  std::erase_if(arrays, [&](const source::DeclaredArray& array) {
    return std::ranges::any_of(exercise.buffers, [&](const exercise::Buffer& buffer) {
      return buffer.name == array.name;
    });
  });
  const auto name_element = [&](sim::Finding& finding) {
    const std::string flat = fmt::format("{}[{}]", finding.buffer, finding.index);
    if (finding.element != as_it_is(flat)) return;
    for (const source::DeclaredArray& array : arrays)
      if (array.name == finding.buffer)
        finding.element = as_it_is(source::declared_element(array, finding.index));
  };
  for (sim::Finding& finding : evidence.findings) name_element(finding);
  if (evidence.stop && evidence.stop->finding) name_element(*evidence.stop->finding);
}

namespace {

// The student's names of buffers, where they are certain and not the exercise's own.
std::map<std::string, std::string> names_of_parameters(const exercise::Exercise& exercise,
                                                       std::string_view source) {
  std::map<std::string, std::string> names;
  for (const exercise::LaunchSpec& launch : exercise.launches) {
    const auto parameters = source::parameters_of(source, launch.kernel);
    for (size_t k = 0; k < launch.arguments.size(); ++k) {
      const std::string& buffer = launch.arguments[k].buffer;
      if (buffer.empty()) continue;
      const std::string own = k < parameters.size() ? parameters[k].name : "";
      const auto [known, is_first] = names.try_emplace(buffer, own);
      if (!is_first && known->second != own) known->second.clear();
    }
  }
  std::erase_if(names, [&](const auto& name) {
    return name.second.empty() ||
           std::ranges::any_of(exercise.buffers, [&](const exercise::Buffer& buffer) {
             return buffer.name == name.second;
           });
  });
  return names;
}

// "sums_of_columns" and "sums_of_columns[3]" become "sums" and "sums[3]".
void rename(Saying& saying, const std::string& from, const std::string& to) {
  for (data::Phrase& phrase : saying.phrases)
    for (data::SayingArgument& argument : phrase.arguments) {
      if (auto* inner = std::get_if<Saying>(&argument.value)) rename(*inner, from, to);
      auto* text = std::get_if<std::string>(&argument.value);
      if (text && (*text == from || text->starts_with(from + "[")))
        *text = to + text->substr(from.size());
    }
}

}  // namespace

void name_parameters(Evidence& evidence, const exercise::Exercise& exercise,
                     std::string_view source) {
  if (evidence.findings.empty() && !evidence.stop && !evidence.mismatch) return;
  const std::map<std::string, std::string> names = names_of_parameters(exercise, source);
  const auto name_buffer = [&](sim::Finding& finding) {
    const auto own = names.find(finding.buffer);
    if (own == names.end()) return;
    for (Saying* saying :
         {&finding.told.what, &finding.told.advice, &finding.element, &finding.more})
      rename(*saying, own->first, own->second);
  };
  for (sim::Finding& finding : evidence.findings) name_buffer(finding);
  if (evidence.stop && evidence.stop->finding) name_buffer(*evidence.stop->finding);
  const auto name_answer = [&](Mismatch& mismatch) {
    if (const auto own = names.find(mismatch.buffer); own != names.end())
      mismatch.called = own->second;
  };
  if (evidence.mismatch) name_answer(*evidence.mismatch);
  for (auto& [buffer, mismatch] : evidence.further_mismatches) name_answer(mismatch);
}

void name_returned_addresses(Evidence& evidence,
                             const std::vector<compile::Diagnostic>& diagnostics) {
  const std::vector<int> lines =
      compile::lines_about(diagnostics, compile::Diagnostic::About::returned_address);
  if (lines.empty()) return;
  const Saying sentence = say(Says::returns_address_of_variable, lines.front());
  bool is_told = false;
  for (sim::Finding& finding : evidence.findings) {
    if (finding.buffer != sim::kLocalMemory) continue;
    finding.more = sentence;
    is_told = true;
  }
  if (is_told || !evidence.mismatch) return;
  add_sentence(evidence.mismatch->hint, sentence);
}

namespace {

bool has_phrase(const Saying& saying, Says says) {
  return std::ranges::any_of(saying.phrases,
                             [&](const data::Phrase& phrase) { return phrase.says == says; });
}

// The same, also in what its arguments say.
bool has_part(const Saying& saying, Says says) {
  return has_phrase(saying, says) ||
         std::ranges::any_of(saying.phrases, [&](const data::Phrase& phrase) {
           return std::ranges::any_of(phrase.arguments, [&](const data::SayingArgument& argument) {
             const auto* const inner = std::get_if<Saying>(&argument.value);
             return inner && has_part(*inner, says);
           });
         });
}

bool is_race(const sim::Finding& finding) { return gate_of(finding.kind) == "race_free"; }

void name_loop(sim::Finding& finding, std::string_view source) {
  if (finding.kind != sim::FindingKind::step_limit || finding.line <= 0) return;
  const std::optional<EndlessLoop> loop = endless_loop(source, finding.line);
  if (!loop) return;
  // How long it went on is the only number of what the simulator says.
  Saying stopped;
  for (const data::Phrase& phrase : finding.told.what.phrases)
    for (const data::SayingArgument& argument : phrase.arguments)
      if (const auto* millions = std::get_if<data::Count>(&argument.value))
        stopped = say(GateSays::loop_was_stopped, *millions);
  finding.line = loop->line;
  finding.form = sim::Finding::Form::sentence;
  finding.told = {say(GateSays::loop_does_not_end, loop->line),
                  loop->why.empty() ? say(GateSays::does_it_change) : loop->why};
  finding.more = std::move(stopped);
}

// A barrier that threads leave by what they have read beside a race; a null pointer that may be one
// that another thread has not stored yet.
void name_race(sim::Finding& finding, const std::vector<sim::Finding>& all) {
  const auto decides = [&](const sim::Finding& race) {
    return is_race(race) && has_phrase(race.told.what, Says::race_decides_barrier) &&
           finding.kind == sim::FindingKind::barrier_divergence;
  };
  const auto may_be_pointer = [&](const sim::Finding& race) {
    return is_race(race) && finding.kind == sim::FindingKind::null_pointer &&
           has_phrase(finding.told.advice, Says::heap_may_be_full);
  };
  // What stands in the block to which such a pointer leads.
  const auto has_null = std::ranges::any_of(all, [](const sim::Finding& other) {
    return other.kind == sim::FindingKind::null_pointer && comes_of_race(other);
  });
  const bool is_of_heap = finding.kind == sim::FindingKind::uninitialized && has_null &&
                          has_part(finding.told.what, Says::of_heap_without_value);
  if (std::ranges::any_of(all, decides) || std::ranges::any_of(all, may_be_pointer) || is_of_heap)
    finding.told.advice = say(GateSays::mend_race_first);
}

void name_negative_index(sim::Finding& finding, std::string_view source) {
  if (finding.kind != sim::FindingKind::out_of_bounds || finding.index >= 0 ||
      !finding.told.advice.empty())
    return;
  finding.told.advice = negative_index_on(source, finding.line);
}

void name_shared_twice(sim::Finding& finding, const SharedTwice& twice) {
  if (finding.buffer != twice.first && finding.buffer != twice.second) return;
  finding.told.advice = say(Says::as_it_is, std::string(". "));
  finding.told.advice += twice.cause;
}

}  // namespace

bool is_nowhere(const sim::Finding& finding) {
  return has_phrase(finding.told.what, Says::accesses_no_buffer);
}

bool comes_of_race(const sim::Finding& finding) {
  return has_phrase(finding.told.advice, data::key_of(GateSays::mend_race_first));
}

void name_causes(Evidence& evidence, std::string_view source) {
  if (!any_fails(evidence.findings) && !(evidence.stop && evidence.stop->finding)) return;
  const std::optional<SharedTwice> twice = shared_twice(source);
  const Saying open_lock = lock_lets_all_in(source);
  const auto name = [&](sim::Finding& finding) {
    if (gate_of(finding.kind).empty()) return;
    name_loop(finding, source);
    name_race(finding, evidence.findings);
    if (is_race(finding) && !open_lock.empty()) finding.told.advice = open_lock;
    name_negative_index(finding, source);
    if (twice) name_shared_twice(finding, *twice);
  };
  if (evidence.stop && evidence.stop->finding) {
    name(*evidence.stop->finding);
    evidence.stop->line = evidence.stop->finding->line;
  }
  for (sim::Finding& finding : evidence.findings) name(finding);
  for (sim::Finding& finding : evidence.findings)
    if (finding.kind == sim::FindingKind::uninitialized) name_race(finding, evidence.findings);
}

}  // namespace warplab::verdict

#include "verdict/program/program_evidence.hpp"

#include <algorithm>
#include <csignal>
#include <cstring>
#include <utility>

#include "base/printable.hpp"
#include "runtime/wire.hpp"
#include "verdict/program/driver_source.hpp"

namespace warplab::verdict {
namespace {

using runtime::KernelSummary;
using runtime::ProgramFinding;
using runtime::ProgramReport;

bool is_of_host(const ProgramFinding& found) { return found.kernel.empty(); }

sim::Finding finding_of(const ProgramFinding& found, const HostProgram& program) {
  sim::Finding finding = found.finding;
  const bool is_own = program.is_own(found.at);
  if (is_of_host(found)) {
    finding.form = sim::Finding::Form::clause;
    finding.line = is_own ? found.at.line : 0;
    if (finding.line == 0) finding.form = sim::Finding::Form::sentence;
    return finding;
  }
  if (!is_own) finding.line = finding.other_line = 0;
  if (finding.more.empty() && program.is_own(found.launched) && found.launched.line > 0)
    finding.more = say(GateSays::launched_on_line, found.launched.line);
  return finding;
}

// Something that is wrong, and of no kind that a built-in gate judges.
bool is_fault_of_host(const ProgramFinding& found) {
  const auto& phrases = found.finding.told.what.phrases;
  return is_of_host(found) &&
         (found.finding.kind == sim::FindingKind::note ||
          found.finding.kind == sim::FindingKind::output_limit) &&
         (phrases.empty() || phrases.front().says != Says::copy_is_pageable);
}

// The last line of what it said, which is why it stopped.
std::string last_line(const std::string& text) {
  const size_t end = text.find_last_not_of('\n');
  if (end == std::string::npos) return "The program stopped.";
  const size_t begin = text.rfind('\n', end);
  return printable(text.substr(begin == std::string::npos ? 0 : begin + 1,
                               end - (begin == std::string::npos ? -1 : begin)));
}

int64_t occupancy_of(const ProgramReport& report) {
  double time = 0, resident = 0;
  for (const KernelSummary& kernel : report.kernels) {
    if (!kernel.modelled_us) continue;
    time += *kernel.modelled_us;
    resident += *kernel.modelled_us * kernel.model.occupancy.fraction;
  }
  return time > 0 ? static_cast<int64_t>(100 * resident / time + 0.5) : 0;
}

// Without the arguments of a template.
std::string plain_name(const std::string& name) { return name.substr(0, name.find('<')); }

CountedLaunch launch_of(const KernelSummary& kernel, size_t buffers, bool has_lines) {
  constexpr uint64_t kWarp = 32;
  CountedLaunch launch;
  launch.name = kernel.name;
  launch.kernel = plain_name(kernel.name);
  launch.lanes = static_cast<uint32_t>(std::min<uint64_t>(kernel.block.volume(), kWarp));
  launch.times = kernel.launches;
  launch.total = kernel.total;
  launch.completed = true;
  if (has_lines) launch.lines = kernel.lines;
  else launch.lines[0] = kernel.total;
  launch.traffic.buffers.resize(buffers);
  return launch;
}

}  // namespace

sim::Report report_of(const ProgramReport& report, const HostProgram& program) {
  sim::Report made;
  made.completed = report.ended == ProgramReport::Ended::by_itself && report.signal == 0 &&
                   report.exit_code != runtime::kStopped;
  made.races_checked = std::ranges::all_of(
      report.kernels, [](const KernelSummary& k) { return k.exactly == k.launches; });
  made.work = report.work;
  for (const ProgramFinding& found : report.findings)
    made.findings.push_back(finding_of(found, program));
  made.output = report.output;
  return made;
}

std::optional<sim::Finding> host_fault_of(const ProgramReport& report, const HostProgram& program) {
  const auto found = std::ranges::find_if(report.findings, is_fault_of_host);
  if (found == report.findings.end()) return std::nullopt;
  return finding_of(*found, program);
}

VariantCounters counters_of(const PreparedRun& run, const ProgramReport& report,
                            const HostProgram& program, bool correct) {
  const exercise::Case& c = run.setup;
  VariantCounters counted;
  counted.variant = run.plan.variant->name;
  counted.where = c.label;
  counted.completed = true;
  counted.correct = correct;
  counted.ragged = run.plan.ragged;
  for (const exercise::Buffer* buffer : c.specs) counted.buffer_names.push_back(buffer->name);
  const std::vector<size_t> given =
      c.launches.empty() ? std::vector<size_t>() : call_buffers(c.launches.front());
  for (const KernelSummary& kernel : report.kernels) {
    CountedLaunch launch = launch_of(kernel, c.buffers.size(), program.is_own({kernel.file, 1}));
    for (size_t k = 0; k < given.size() && k < kernel.given.size(); ++k)
      launch.traffic.buffers[given[k]] = kernel.given[k];
    counted.total += launch.total;
    for (const auto& [line, counters] : launch.lines) counted.lines[line] += counters;
    counted.launches.push_back(std::move(launch));
  }
  counted.values = exercise::metric_values(c);
  counted.values["program.launches"] = static_cast<int64_t>(report.launches);
  counted.values["program.occupancy"] = occupancy_of(report);
  counted.values["program.overlap"] = static_cast<int64_t>(100 * report.overlap + 0.5);
  return counted;
}

std::optional<Stop> stop_by_end(const ProgramReport& report, int expected_exit_code,
                                const std::string& where) {
  const auto stop = [&](const char* gate, Saying says) {
    return Stop{gate, std::move(says), 0, {}};
  };
  if (report.ended == ProgramReport::Ended::too_much_memory)
    return stop("terminates", say(GateSays::host_took_memory, where));
  if (report.signal == SIGXCPU)
    return stop("terminates",
                say(GateSays::host_computes_on, static_cast<int64_t>(kHostSeconds), where));
  if (report.signal != 0)
    return stop("terminates",
                say(GateSays::host_ended_by_signal, static_cast<int64_t>(report.signal),
                    std::string(strsignal(report.signal)), where));
  if (report.exit_code == runtime::kStopped)
    return stop("supported", say(GateSays::host_cannot_go_on, last_line(report.errors), where));
  if (report.exit_code != expected_exit_code)
    return stop("terminates",
                say(GateSays::host_ended_by_exit, static_cast<int64_t>(report.exit_code),
                    static_cast<int64_t>(expected_exit_code), where));
  if (report.launches == 0) return stop("launches", say(GateSays::no_kernel_launched, where));
  return std::nullopt;
}

}  // namespace warplab::verdict

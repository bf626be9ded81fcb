#include "reports/program.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/words.hpp"
#include "data/number_text.hpp"
#include "words/text.hpp"

namespace warplab::grader {
namespace {

using data::Counter;
using runtime::KernelSummary;
using runtime::Place;
using runtime::ProgramFinding;
using runtime::ProgramReport;

// "a.cu:12", as short as it can be; empty where the line is not known.
std::string place_text(const Place& place, const std::filesystem::path& folder) {
  if (place.file.empty()) return {};
  std::string file = place.file;
  const std::string here = folder.string() + '/';
  if (file.starts_with(here)) file.erase(0, here.size());
  return place.line > 0 ? fmt::format("{}:{}", file, place.line) : file;
}

std::string label_of(const ProgramFinding& found) {
  if (found.kernel.empty()) return {};
  const auto& phrases = found.finding.told.what.phrases;
  if (!phrases.empty() && phrases[0].says == data::Says::accesses_freed_memory)
    return "use after free: ";
  if (!phrases.empty() && phrases[0].says == data::Says::pointer_is_of_host)
    return "host pointer: ";
  std::string label(data::name_of(found.finding.kind));
  std::ranges::replace(label, '_', ' ');
  return label + ": ";
}

// By file and line; of a line, as they were found.
std::vector<const ProgramFinding*> in_order(const ProgramReport& report) {
  std::vector<const ProgramFinding*> all;
  for (const ProgramFinding& found : report.findings) all.push_back(&found);
  std::ranges::stable_sort(
      all, [](const ProgramFinding* a, const ProgramFinding* b) { return a->at < b->at; });
  return all;
}

std::string more_of(const ProgramFinding& found, const std::filesystem::path& folder) {
  std::vector<std::string> parts;
  if (found.allocated.line > 0)
    parts.push_back("allocated at " + place_text(found.allocated, folder));
  if (found.launched.line > 0) parts.push_back("launched at " + place_text(found.launched, folder));
  if (found.launches > 1) parts.push_back(fmt::format("in {} launches", found.launches));
  if (found.kernel.empty() && found.finding.count > 1)
    parts.push_back(fmt::format("{} times", found.finding.count));
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : ", ") + part;
  return text;
}

std::string finding_text(const ProgramFinding& found, const std::filesystem::path& folder) {
  std::string place = place_text(found.at, folder);
  if (place.empty()) place = found.kernel.empty() ? "the program" : found.kernel;
  std::string text =
      fmt::format("{}  {}{}\n", place, label_of(found), words::clause_of(found.finding));
  const std::string indent(place.size() + 2, ' ');
  if (const std::string more = more_of(found, folder); !more.empty()) text += indent + more + '\n';
  return text;
}

std::string time_text(double us) {
  if (us >= 1e6) return fmt::format("{:.3g} s", us / 1e6);
  if (us >= 1e3) return fmt::format("{:.3g} ms", us / 1e3);
  return fmt::format("{:.3g} us", us);
}

std::string shape_text(const Dim3& d) {
  if (d.y == 1 && d.z == 1) return fmt::format("{}", d.x);
  return d.z == 1 ? fmt::format("({},{})", d.x, d.y) : fmt::format("({},{},{})", d.x, d.y, d.z);
}

std::string sectors_a_request(const KernelSummary& kernel) {
  const uint64_t requests = kernel.total[Counter::global_requests];
  if (requests == 0) return "-";
  const auto of_request = [&](uint64_t sectors) {
    return static_cast<double>(sectors) / static_cast<double>(requests);
  };
  return fmt::format("{:.1f} (ideal {:.3g})", of_request(kernel.total[Counter::global_sectors]),
                     of_request(kernel.ideal_sectors));
}

// "cub::detail::scan::DeviceScanKernel<cub::policy, int>" -> "DeviceScanKernel<...>": a table has
// little room.
std::string short_name(const std::string& name) {
  constexpr size_t kMostArguments = 24;
  // A namespace may have arguments, too: the last name at the end of no bracket is meant.
  int depth = 0;
  size_t begin = 0, end = name.size();
  for (size_t k = 0; k < name.size(); ++k) {
    if (name[k] == '<' && depth++ == 0) end = k;
    if (name[k] == '>') --depth;
    if (depth == 0 && name.compare(k, 2, "::") == 0) begin = k + 2, end = name.size();
  }
  std::string arguments = name.substr(end);
  if (arguments.size() > kMostArguments) arguments = "<...>";
  return name.substr(begin, end - begin) + arguments;
}

// Of the lanes of its warps, those that executed its instructions: what diverges leaves some out.
std::string active_lanes(const KernelSummary& kernel) {
  const uint64_t instructions = kernel.total[Counter::warp_instructions];
  if (instructions == 0) return "-";
  return fmt::format("{:.0f} %",
                     100 * static_cast<double>(kernel.total[Counter::thread_instructions]) /
                         (32 * static_cast<double>(instructions)));
}

std::vector<std::string> row_of(const KernelSummary& kernel) {
  const std::string shape =
      fmt::format("{} x {}{}", shape_text(kernel.grid), shape_text(kernel.block),
                  kernel.shapes_differ ? ", ..." : "");
  const std::string time = kernel.modelled_us
                               ? fmt::format("{} ({})", time_text(*kernel.modelled_us),
                                             model::name_of(kernel.model.limiter))
                               : "not known";
  return {short_name(kernel.name),
          data::count_text(kernel.launches),
          shape,
          sectors_a_request(kernel),
          data::count_text(kernel.total[Counter::shared_bank_conflicts]),
          active_lanes(kernel),
          kernel.modelled_us ? fmt::format("{:.0f} %", 100 * kernel.model.occupancy.fraction) : "-",
          time};
}

std::string table_of(const ProgramReport& report) {
  std::vector<std::vector<std::string>> rows = {
      {"kernel", "launches", "grid x block", "sectors a request", "bank conflicts", "active lanes",
       "occupancy", report.gpu + " would take"}};
  for (const KernelSummary& kernel : report.kernels) rows.push_back(row_of(kernel));
  std::vector<size_t> widths(rows[0].size());
  for (const auto& row : rows)
    for (size_t k = 0; k < row.size(); ++k) widths[k] = std::max(widths[k], row[k].size());
  std::string text;
  for (const auto& row : rows) {
    text += fmt::format("{:<{}}", row[0], widths[0]);
    for (size_t k = 1; k < row.size(); ++k) text += fmt::format("   {:>{}}", row[k], widths[k]);
    text += '\n';
  }
  return text;
}

std::string counted_note(const ProgramReport& report) {
  std::string text;
  for (const KernelSummary& kernel : report.kernels)
    if (kernel.exactly < kernel.launches)
      text += fmt::format(
          "{}: the first launches of each shape were looked at exactly, {} of {}; "
          "the others were counted.\n",
          short_name(kernel.name), kernel.exactly, kernel.launches);
  return text;
}

nlohmann::ordered_json place_json(const Place& place, const std::filesystem::path& folder) {
  if (place.file.empty()) return nullptr;
  Place file = place;
  file.line = 0;
  return {{"file", place_text(file, folder)}, {"line", place.line}};
}

nlohmann::ordered_json kernel_json(const KernelSummary& kernel) {
  nlohmann::ordered_json json = {{"name", kernel.name},
                                 {"launches", kernel.launches},
                                 {"looked_at_exactly", kernel.exactly},
                                 {"grid", {kernel.grid.x, kernel.grid.y, kernel.grid.z}},
                                 {"block", {kernel.block.x, kernel.block.y, kernel.block.z}},
                                 {"shapes_differ", kernel.shapes_differ},
                                 {"ideal_sectors", kernel.ideal_sectors}};
  for (size_t k = 0; k < data::kCounterCount; ++k) {
    const auto counter = static_cast<Counter>(k);
    json["counters"][std::string(data::name_of(counter))] = kernel.total[counter];
  }
  if (kernel.modelled_us) {
    json["modelled_us"] = *kernel.modelled_us;
    json["limiter"] = std::string(model::key_of(kernel.model.limiter));
    json["occupancy"] = kernel.model.occupancy.fraction;
  } else {
    json["modelled_us"] = nullptr;
    json["why_not_modelled"] = kernel.why_not_modelled;
  }
  return json;
}

}  // namespace

bool is_fault(const ProgramFinding& found) {
  const auto& phrases = found.finding.told.what.phrases;
  if (!phrases.empty() && phrases[0].says == data::Says::copy_is_pageable) return false;
  return found.kernel.empty() || found.finding.kind != data::FindingKind::note;
}

std::string program_text(const ProgramReport& report, const std::filesystem::path& folder,
                         bool quiet) {
  std::string text;
  if (!quiet)
    text = fmt::format(
        "-- Warp Lab: {}, {}, simulated in {:.2f} s\n", counted(report.kernels.size(), "kernel"),
        report.launches == 1 ? "1 launch" : data::count_text(report.launches) + " launches",
        report.seconds);
  for (const ProgramFinding* found : in_order(report)) text += finding_text(*found, folder);
  if (quiet) return text;
  if (!report.kernels.empty()) text += table_of(report);
  text += counted_note(report);
  const auto faults = static_cast<uint64_t>(std::ranges::count_if(report.findings, is_fault));
  const std::string ignored =
      report.ignored == 0 ? "" : fmt::format(" {} ignored by their lines.", report.ignored);
  text += (faults == 0 ? "No findings." : counted(faults, "finding") + ".") + ignored + '\n';
  return text;
}

std::string program_json(const ProgramReport& report, const std::filesystem::path& folder) {
  nlohmann::ordered_json json = {{"version", 1},
                                 {"gpu", report.gpu},
                                 {"seconds", report.seconds},
                                 {"launches", report.launches},
                                 {"ignored", report.ignored},
                                 {"exit_code", report.exit_code},
                                 {"signal", report.signal}};
  json["kernels"] = nlohmann::ordered_json::array();
  for (const KernelSummary& kernel : report.kernels) json["kernels"].push_back(kernel_json(kernel));
  json["findings"] = nlohmann::ordered_json::array();
  for (const ProgramFinding* found : in_order(report))
    json["findings"].push_back({{"kind", std::string(data::name_of(found->finding.kind))},
                                {"fault", is_fault(*found)},
                                {"message", words::clause_of(found->finding)},
                                {"at", place_json(found->at, folder)},
                                {"kernel", found->kernel},
                                {"launched", place_json(found->launched, folder)},
                                {"allocated", place_json(found->allocated, folder)},
                                {"launches", found->launches},
                                {"count", found->finding.count}});
  return json.dump(2) + '\n';
}

}  // namespace warplab::grader

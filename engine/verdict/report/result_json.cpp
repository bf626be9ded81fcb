#include "verdict/report/result_json.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "verdict/report/by_launch.hpp"
#include "verdict/report/made_by.hpp"
#include "words/text.hpp"

namespace warplab::verdict {
namespace {

using Json = nlohmann::ordered_json;  // keys in the order of the documentation

Json number(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  // 4, not 4.0, where a whole number was counted.
  if (value == std::floor(value) && std::abs(value) < 9007199254740992.0)
    return static_cast<int64_t>(value);
  return value;
}

Json number(const std::optional<double>& value) { return value ? number(*value) : Json(nullptr); }

Json triple(const Dim3& d) { return Json::array({d.x, d.y, d.z}); }

Json counters_json(const sim::Counters& counters) {
  Json json = Json::object();
  for (size_t i = 0; i < sim::kCounterCount; ++i)
    json[std::string(sim::name_of(static_cast<sim::Counter>(i)))] = counters.values[i];
  return json;
}

Json traffic_json(const sim::BufferTraffic& traffic) {
  Json json = Json::object();
  for (size_t i = 0; i < sim::kBufferCounterCount; ++i)
    json[std::string(sim::name_of(static_cast<sim::BufferCounter>(i)))] = traffic.total.values[i];
  return json;
}

Json buffers_json(const VariantCounters& counted, const sim::TrafficByBuffer& traffic) {
  Json json = Json::object();
  for (size_t i = 0; i < counted.buffer_names.size() && i < traffic.buffers.size(); ++i)
    json[counted.buffer_names[i]] = traffic_json(traffic.buffers[i]);
  return json;
}

Json lines_json(const sim::LineCounters& lines) {
  Json json = Json::array();
  for (const auto& [line, counters] : lines)
    json.push_back({{"line", line}, {"counters", counters_json(counters)}});
  return json;
}

Json modelled_json(const std::optional<Modelled>& model) {
  if (!model) return nullptr;
  return {{"gpu", model->gpu},         {"value", number(model->value)},
          {"low", number(model->low)}, {"high", number(model->high)},
          {"version", model->version}, {"difference", words::text_of(model->difference)}};
}

// The keys of what is said: "grader texts" has their texts.
Json keys_json(const Saying& saying) {
  Json keys = Json::array();
  for (const data::Phrase& phrase : saying.phrases) keys.push_back(name_of(phrase.says));
  return keys;
}

Json gate_json(const GateResult& gate, const Points& counts) {
  Json json = {{"name", gate.name},
               {"profile", gate.profile},
               {"metric", gate.metric},
               {"status", name_of(gate.status)},
               {"value", number(gate.value)},
               {"limit", number(gate.limit)},
               {"limit_is", !gate.limit             ? Json(nullptr)
                            : gate.limit_is_minimum ? Json("minimum")
                                                    : Json("maximum")},
               {"ideal", number(gate.ideal)},
               {"unit", gate.unit},
               {"source", name_of(gate.source)},
               {"gpu", gate.gpu},
               {"model", modelled_json(gate.model)},
               {"variant", gate.variant},
               {"launch", gate.launch},
               {"line", gate.line},
               {"points", number(gate.points)},
               {"earned", number(counts.earned)},
               {"possible", number(counts.possible)},
               {"applies", gate.applies},
               {"reported", gate.reported},
               {"message", text_of(gate)},
               {"says", keys_json(gate.says)}};
  return json;
}

Json finding_json(const sim::Finding& finding) {
  Json json = {{"kind", sim::name_of(finding.kind)},       {"line", finding.line},
               {"message", words::text_of(finding)},       {"says", keys_json(finding.told.what)},
               {"advice", keys_json(finding.told.advice)}, {"block", triple(finding.place.block)},
               {"thread", triple(finding.place.thread)},   {"count", finding.count}};
  if (!finding.buffer.empty()) {
    json["buffer"] = finding.buffer;
    json["index"] = finding.index;
  }
  if (finding.other_place) {
    json["other_line"] = finding.other_line;
    json["other_block"] = triple(finding.other_place->block);
    json["other_thread"] = triple(finding.other_place->thread);
  }
  return json;
}

std::string_view name_of(Mismatch::Writers writers) {
  switch (writers) {
    case Mismatch::Writers::none: return "none";
    case Mismatch::Writers::one: return "one";
    case Mismatch::Writers::earlier: return "earlier";
    case Mismatch::Writers::not_known: return "not_known";
    case Mismatch::Writers::several: break;
  }
  return "several";
}

Json mismatch_json(const std::optional<Mismatch>& mismatch) {
  if (!mismatch) return nullptr;
  Json json = {{"buffer", mismatch->buffer},
               {"index", mismatch->index},
               {"expected", number(mismatch->expected)},
               {"actual", number(mismatch->actual)},
               {"expected_text", mismatch->expected_text},
               {"actual_text", mismatch->actual_text},
               {"wrong", mismatch->wrong},
               {"total", mismatch->total},
               {"where", mismatch->where},
               {"order", sim::name_of(mismatch->order.value_or(sim::Schedule{}))},
               {"writers", name_of(mismatch->writers)},
               {"line", mismatch->line},
               {"writer", nullptr}};
  if (mismatch->writer)
    json["writer"] = {{"block", triple(mismatch->writer->block)},
                      {"thread", triple(mismatch->writer->thread)}};
  return json;
}

Json summary_json(const Summary& summary) {
  return {{"median", number(summary.median)},
          {"q1", number(summary.q1)},
          {"q3", number(summary.q3)},
          {"min", number(summary.least)}};
}

Json timing_json(const Timing& timing) {
  const TimeNumbers& measured = timing.kernel;
  return {{"source", name_of(timing.source)},
          {"variant", timing.variant},
          {"launch", timing.launch},
          {"where", timing.where},
          {"bytes", timing.bytes},
          {"time_us", summary_json(measured.time_us)},
          {"copy_us", summary_json(measured.copy_us)},
          {"copy_fraction", number(timing.copy_fraction)},
          {"reference_us", timing.reference ? summary_json(timing.reference->time_us) : nullptr},
          {"yardstick_us", timing.yardstick ? summary_json(timing.yardstick->time_us) : nullptr},
          {"library", timing.library ? Json{{"name", timing.library_name},
                                            {"time_us", summary_json(timing.library->time_us)}}
                                     : Json(nullptr)},
          {"samples_us", measured.samples_us},
          {"discarded", measured.discarded},
          {"rounds", measured.rounds},
          {"batch", timing.batch},
          {"clock_mhz", number(measured.clock_mhz)},
          {"unstable", measured.unstable},
          {"impossible", words::text_of(timing.impossible)}};
}

// With the times that were measured on it.
Json gpu_json(const std::optional<GpuReport>& gpu, const std::vector<Timing>& all) {
  if (!gpu) return nullptr;
  Json timings = Json::array();
  for (const Timing& timing : all)
    if (timing.source == Source::measured) timings.push_back(timing_json(timing));
  return {{"name", gpu->name}, {"uuid", gpu->uuid}, {"driver_version", gpu->driver_version},
          {"seed", gpu->seed}, {"note", gpu->note}, {"timings", std::move(timings)}};
}

Json diagnostic_json(const compile::Diagnostic& diagnostic) {
  using Severity = compile::Diagnostic::Severity;
  const char* severity = diagnostic.severity == Severity::error     ? "error"
                         : diagnostic.severity == Severity::warning ? "warning"
                                                                    : "note";
  return {{"severity", severity},
          {"file", diagnostic.file},
          {"line", diagnostic.line},
          {"column", diagnostic.column},
          {"message", diagnostic.message}};
}

Json resources_json(const std::map<std::string, compile::KernelResources>& resources) {
  Json json = Json::object();
  for (const auto& [kernel, used] : resources)
    json[kernel] = {{"registers", used.registers},
                    {"static_shared_bytes", used.static_shared_bytes},
                    {"local_bytes", used.local_bytes},
                    {"spill_store_bytes", used.spill_store_bytes},
                    {"spill_load_bytes", used.spill_load_bytes}};
  return json;
}

Json model_json(const model::LaunchModel& model, const ModelledRun& run) {
  if (!model.possible)
    return {{"gpu", model.gpu},
            {"where", run.at_gpu_size ? "gpu" : "graded"},
            {"time_us", nullptr},
            {"why_not", model.why_not}};
  Json parts = Json::object();
  for (size_t p = 0; p < model::kPartCount; ++p)
    parts[std::string(model::key_of(static_cast<model::Part>(p)))] = number(model.parts_us[p]);
  return {{"gpu", model.gpu},
          {"where", run.at_gpu_size ? "gpu" : "graded"},
          {"size", run.where},
          {"time_us", number(model.time_us)},
          {"low_us", number(model.low_us)},
          {"high_us", number(model.high_us)},
          {"limiter", model::key_of(model.limiter)},
          {"second_limiter", model::key_of(model.second_limiter)},
          {"pipe", model.pipe},
          {"occupancy",
           {{"fraction", number(model.occupancy.fraction)},
            {"blocks", model.occupancy.blocks},
            {"limit", model::name_of(model.occupancy.limit)}}},
          {"parts", std::move(parts)},
          {"bytes", {{"l2", number(model.l2_bytes)}, {"dram", number(model.dram_bytes)}}},
          {"waves", number(model.waves)},
          {"version", model::kModelVersion}};
}

Json models_json(const VariantCounters& counted, size_t launch) {
  Json models = Json::array();
  for (const ModelledRun& run : counted.models)
    if (launch < run.launches.size())
      for (const model::LaunchModel& m : run.launches[launch]) models.push_back(model_json(m, run));
  return models;
}

// Every launch of every variant by itself, first of all: sums over a kernel and the one that it is
// compared with say nothing of either.
Json launches_json(const std::vector<VariantCounters>& variants) {
  Json launches = Json::array();
  for (const VariantCounters& counted : variants)
    for (size_t i = 0; i < counted.launches.size(); ++i) {
      const CountedLaunch& launch = counted.launches[i];
      const MovedBytes bytes = moved_bytes(launch.lines);
      launches.push_back({{"variant", counted.variant},
                          {"launch", launch.name},
                          {"kernel", launch.kernel},
                          {"given", launch.given},
                          {"bytes_moved", bytes.moved},
                          {"bytes_used", bytes.used},
                          {"counters", counters_json(launch.total)},
                          {"lines", lines_json(launch.lines)},
                          {"buffers", buffers_json(counted, launch.traffic)},
                          {"variables", traffic_json(launch.traffic.variables)},
                          {"heap", traffic_json(launch.traffic.heap)},
                          {"models", models_json(counted, i)}});
    }
  return launches;
}

// One row for each profile that the exercise keeps: what it wants, and what its gates say together.
Json keeps_json(const ExerciseResult& result, const std::vector<Points>& points) {
  Json rows = Json::array();
  for (const Kept& kept : result.keeps) {
    Points sum;
    Json names = Json::array();
    for (size_t i = 0; i < result.gates.size(); ++i) {
      if (result.gates[i].profile != kept.name) continue;
      names.push_back(result.gates[i].name);
      sum.earned += points[i].earned;
      sum.possible += points[i].possible;
    }
    rows.push_back({{"name", kept.name},
                    {"says", kept.says},
                    {"status", name_of(status_of_profile(result, kept.name))},
                    {"earned", number(sum.earned)},
                    {"possible", number(sum.possible)},
                    {"gates", std::move(names)}});
  }
  return rows;
}

Json exercise_json(const ExerciseResult& result) {
  sim::Counters total;
  sim::LineCounters lines;
  for (const VariantCounters& counted : result.counters) {
    total += counted.total;
    for (const auto& [line, counters] : counted.lines) lines[line] += counters;
  }
  Json gates = Json::array(), findings = Json::array(), diagnostics = Json::array();
  const std::vector<Points> points = points_of(result.gates);
  const Points sum = points_with_hidden(result);
  for (size_t i = 0; i < result.gates.size(); ++i)
    gates.push_back(gate_json(result.gates[i], points[i]));
  for (const sim::Finding& finding : result.findings) findings.push_back(finding_json(finding));
  for (const compile::Diagnostic& d : result.diagnostics) diagnostics.push_back(diagnostic_json(d));
  Json json = {{"slug", result.slug},
               {"title", result.title},
               {"verdict", name_of(result.verdict)},
               {"score", result.has_score() ? Json(result.score) : Json(nullptr)},
               {"points", {{"earned", number(sum.earned)}, {"possible", number(sum.possible)}}},
               {"exercise_hash", result.exercise_hash},
               {"file_hash", result.file_hash},
               {"backend", result.backend},
               {"seed", result.seed},
               {"drawn", result.drawn},
               {"error", result.error},
               {"grader_failed", result.grader_failed},
               {"interrupted", result.interrupted},
               {"not_graded", name_of(result.not_graded)},
               {"keeps", keeps_json(result, points)},
               {"gates", std::move(gates)},
               {"launches", launches_json(result.counters)},
               {"counters", result.counters.empty() ? Json::object() : counters_json(total)},
               {"lines", lines_json(lines)},
               {"findings", std::move(findings)},
               {"mismatch", mismatch_json(result.mismatch)},
               {"diagnostics", std::move(diagnostics)},
               {"resources", resources_json(result.resources)},
               {"compiler", result.compiler},
               {"why_no_models", result.why_no_models},
               {"output", result.output},
               {"gpu", gpu_json(result.gpu, result.timings)},
               {"work", {{"done", result.work.done}, {"allowed", result.work.allowed}}},
               {"time",
                {{"compile", result.time.compile},
                 {"checks", result.time.checks},
                 {"graded", result.time.graded},
                 {"total", result.time.total}}}};
  if (!result.predictions_hash.empty()) json["predictions_hash"] = result.predictions_hash;
  if (result.hidden) json["hidden"] = exercise_json(*result.hidden);
  return json;
}

}  // namespace

std::string to_json(const std::vector<ExerciseResult>& results) {
  Json exercises = Json::array();
  for (const ExerciseResult& result : results) exercises.push_back(exercise_json(result));
  const bool interrupted = std::any_of(results.begin(), results.end(),
                                       [](const ExerciseResult& r) { return r.interrupted; });
  const Json json = {
      {"schema", kResultSchema},
      {"version", WARPLAB_VERSION},
      {"made_by", {{"program", "Warp Lab " WARPLAB_VERSION}, {"program_hash", program_hash()}}},
      {"interrupted", interrupted},
      {"exercises", std::move(exercises)}};
  return json.dump(2, ' ', true, Json::error_handler_t::replace) + "\n";
}

}  // namespace warplab::verdict

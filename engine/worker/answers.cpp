// What the worker answers. The parent reads it as the words of a stranger: the worker has run a
// student's code through a compiler.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "worker/blob.hpp"
#include "worker/json_fields.hpp"
#include "worker/protocol.hpp"
#include "worker/utf8.hpp"

namespace warplab::worker {
namespace {

using nlohmann::json;

// What a person reads; the worker cuts to this, the parent refuses more.
constexpr size_t kMaxTextBytes = 4096;
constexpr size_t kMaxFindings = 1000;
constexpr size_t kMaxMessages = 1000;
constexpr size_t kMaxKernels = 4096;
constexpr size_t kMaxVariableBytes = size_t{1} << 20;
constexpr size_t kMaxLines = 1'000'000;

std::string dump(const json& value) {
  return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

std::string cut(const std::string& text) { return shortened_utf8(text, kMaxTextBytes); }

json open(const Message& message, MessageKind expected, JsonFault& fault) {
  if (message.kind != expected)
    fault.set(fmt::format("it is of kind {} instead of {}", static_cast<int>(message.kind),
                          static_cast<int>(expected)));
  return parse_object(message.json, fault);
}

Error bad_answer(const JsonFault& fault) {
  return Error{fmt::format("The worker gave an answer that makes no sense: {}.", fault.text())};
}

json wire(const Dim3& position) { return {position.x, position.y, position.z}; }

Dim3 dim3_from(const JsonFields& fields, const char* name) {
  const json& list = fields.list(name, 3);
  std::array<uint32_t, 3> values{};
  const bool three = list.size() == 3;
  if (!three) fields.fault().set(fields.place_of(name) + " is not three numbers");
  for (size_t i = 0; three && i < 3; ++i) {
    if (!list[i].is_number_unsigned() || list[i].get<uint64_t>() > UINT32_MAX) {
      fields.fault().set(fields.place_of(name) + " is out of range");
      break;
    }
    values[i] = list[i].get<uint32_t>();
  }
  return {values[0], values[1], values[2]};
}

json wire(const sim::ThreadPlace& place) {
  return {{"block", wire(place.block)}, {"thread", wire(place.thread)}};
}

sim::ThreadPlace place_from(const JsonFields& fields) {
  return {dim3_from(fields, "block"), dim3_from(fields, "thread")};
}

// --- compile

json wire(const compile::Diagnostic& diagnostic) {
  return {{"severity", static_cast<int>(diagnostic.severity)},
          {"file", cut(diagnostic.file)},
          {"line", diagnostic.line},
          {"column", diagnostic.column},
          {"message", cut(diagnostic.message)}};
}

compile::Diagnostic diagnostic_from(const JsonFields& fields) {
  using Severity = compile::Diagnostic::Severity;
  compile::Diagnostic diagnostic;
  diagnostic.severity =
      static_cast<Severity>(fields.integer("severity", 0, static_cast<int>(Severity::error)));
  diagnostic.file = fields.text("file");
  diagnostic.line = static_cast<int>(fields.integer("line", 0, INT32_MAX));
  diagnostic.column = static_cast<int>(fields.integer("column", 0, INT32_MAX));
  diagnostic.message = fields.text("message");
  return diagnostic;
}

json wire(const std::string& name, const compile::KernelResources& resources) {
  return {{"name", name},
          {"registers", resources.registers},
          {"static_shared_bytes", resources.static_shared_bytes},
          {"local_bytes", resources.local_bytes},
          {"spill_store_bytes", resources.spill_store_bytes},
          {"spill_load_bytes", resources.spill_load_bytes}};
}

compile::KernelResources resources_from(const JsonFields& fields) {
  const auto natural32 = [&](const char* name) {
    return static_cast<uint32_t>(fields.natural(name, UINT32_MAX));
  };
  return {natural32("registers"), natural32("static_shared_bytes"), natural32("local_bytes"),
          natural32("spill_store_bytes"), natural32("spill_load_bytes")};
}

// --- simulate

constexpr auto kFindingKinds = std::to_array<sim::FindingKind>({
#define X(id, name) sim::FindingKind::id,
    WARPLAB_FINDING_KINDS(X)
#undef X
});

json wire(const sim::Finding& finding) {
  json wired = {{"kind", static_cast<int>(finding.kind)},
                {"line", finding.line},
                {"message", cut(finding.message)},
                {"place", wire(finding.place)},
                {"other_line", finding.other_line},
                {"buffer", cut(finding.buffer)},
                {"index", finding.index},
                {"count", finding.count}};
  if (finding.other_place) wired["other_place"] = wire(*finding.other_place);
  return wired;
}

sim::Finding finding_from(const JsonFields& fields) {
  sim::Finding finding;
  finding.kind = kFindingKinds[static_cast<size_t>(
      fields.integer("kind", 0, static_cast<int64_t>(kFindingKinds.size()) - 1))];
  finding.line = static_cast<int>(fields.integer("line", 0, INT32_MAX));
  finding.message = fields.text("message");
  finding.place =
      place_from(JsonFields(fields.object("place"), fields.place_of("place"), fields.fault()));
  finding.other_line = static_cast<int>(fields.integer("other_line", 0, INT32_MAX));
  if (fields.has("other_place"))
    finding.other_place = place_from(
        JsonFields(fields.object("other_place"), fields.place_of("other_place"), fields.fault()));
  finding.buffer = fields.text("buffer");
  finding.index = fields.integer("index", INT64_MIN, INT64_MAX);
  finding.count = fields.natural("count");
  return finding;
}

void append_traffic(std::string& blob, const sim::BufferTraffic& traffic) {
  append_to(blob, static_cast<uint32_t>(traffic.lines.size()));
  for (const auto& [line, counters] : traffic.lines) {
    append_to(blob, static_cast<int32_t>(line));
    append_to(blob, counters.values);
  }
}

// The sums are made here: nothing that a worker says may contradict itself.
bool traffic_from(BlobReader& blob, sim::BufferTraffic& traffic) {
  const auto line_count = blob.value<uint32_t>();
  if (!line_count || *line_count > kMaxLines) return false;
  for (uint32_t i = 0; i < *line_count; ++i) {
    const auto line = blob.value<int32_t>();
    const auto values = blob.value<decltype(sim::BufferCounters::values)>();
    if (!line || *line < 0 || !values) return false;
    sim::BufferCounters& counters = traffic.lines[*line];
    counters.values = *values;
    sim::fill_sums(counters);
  }
  for (const auto& [line, counters] : traffic.lines) traffic.total += counters;
  return true;
}

void append_launch(std::string& blob, const sim::LaunchReport& launch) {
  append_to(blob, static_cast<uint8_t>(launch.completed));
  append_to(blob, launch.total.values);
  append_to(blob, static_cast<uint32_t>(launch.lines.size()));
  for (const auto& [line, counters] : launch.lines) {
    append_to(blob, static_cast<int32_t>(line));
    append_to(blob, counters.values);
  }
  for (const sim::BufferTraffic& traffic : launch.traffic.buffers) append_traffic(blob, traffic);
  append_traffic(blob, launch.traffic.variables);
  append_traffic(blob, launch.traffic.heap);
}

std::optional<sim::LaunchReport> launch_from(BlobReader& blob, size_t buffers) {
  using Values = decltype(sim::Counters::values);
  const auto completed = blob.value<uint8_t>();
  const auto total = blob.value<Values>();
  const auto line_count = blob.value<uint32_t>();
  if (!completed || *completed > 1 || !total || !line_count || *line_count > kMaxLines)
    return std::nullopt;
  sim::LaunchReport launch;
  launch.completed = *completed == 1;
  launch.total.values = *total;
  for (uint32_t i = 0; i < *line_count; ++i) {
    const auto line = blob.value<int32_t>();
    const auto counters = blob.value<Values>();
    if (!line || *line < 0 || !counters) return std::nullopt;
    launch.lines[*line].values = *counters;
    sim::fill_sums(launch.lines[*line]);
  }
  sim::fill_sums(launch.total);
  launch.traffic.buffers.resize(buffers);
  for (sim::BufferTraffic& traffic : launch.traffic.buffers)
    if (!traffic_from(blob, traffic)) return std::nullopt;
  if (!traffic_from(blob, launch.traffic.variables) || !traffic_from(blob, launch.traffic.heap))
    return std::nullopt;
  return launch;
}

}  // namespace

Message encode(const Ready& ready) {
  return {MessageKind::ready,
          dump({{"compiler", cut(ready.compiler)}, {"landlock_version", ready.landlock_version}}),
          {}};
}

Result<Ready> decode_ready(const Message& message) {
  JsonFault fault;
  const json object = open(message, MessageKind::ready, fault);
  const JsonFields fields(object, "", fault);
  Ready ready{fields.text("compiler"),
              static_cast<int>(fields.integer("landlock_version", 0, 1000))};
  if (!fault.ok()) return bad_answer(fault);
  return ready;
}

Message encode(const Failure& failure) {
  return {MessageKind::failure,
          dump({{"kind", static_cast<int>(failure.kind)},
                {"message", cut(failure.message)},
                {"refusal", static_cast<int>(failure.refusal)},
                {"line", failure.line}}),
          {}};
}

Result<Failure> decode_failure(const Message& message) {
  JsonFault fault;
  const json object = open(message, MessageKind::failure, fault);
  const JsonFields fields(object, "", fault);
  Failure failure;
  failure.kind = static_cast<Failure::Kind>(
      fields.integer("kind", 0, static_cast<int>(Failure::Kind::rejected)));
  failure.message = fields.text("message");
  failure.refusal = static_cast<sim::Refusal::Kind>(
      fields.integer("refusal", 0, static_cast<int>(sim::Refusal::Kind::unsupported)));
  failure.line = static_cast<int>(fields.integer("line", 0, INT32_MAX));
  if (!fault.ok()) return bad_answer(fault);
  return failure;
}

Message encode_compile_answer(const compile::Compiled& compiled) {
  json diagnostics = json::array(), kernels = json::array();
  for (const compile::Diagnostic& diagnostic : compiled.diagnostics)
    if (diagnostics.size() < kMaxMessages) diagnostics.push_back(wire(diagnostic));
  for (const auto& [name, resources] : compiled.kernels)
    if (kernels.size() < kMaxKernels && name.size() <= kMaxTextBytes)
      kernels.push_back(wire(name, resources));
  Message message{MessageKind::compile_answer,
                  dump({{"ok", compiled.ok},
                        {"diagnostics", std::move(diagnostics)},
                        {"kernels", std::move(kernels)},
                        {"compiler", compiled.compiler},
                        {"milliseconds", compiled.milliseconds},
                        {"undefined_variables", compiled.undefined_variables},
                        {"ptx_bytes", compiled.ptx.size()},
                        {"cubin_bytes", compiled.cubin.size()},
                        {"log_bytes", compiled.log.size()}}),
                  compiled.ptx};
  message.blob.append(compiled.cubin.begin(), compiled.cubin.end());
  message.blob += compiled.log;
  return message;
}

Result<compile::Compiled> decode_compile_answer(const Message& message) {
  JsonFault fault;
  const json object = open(message, MessageKind::compile_answer, fault);
  const JsonFields fields(object, "", fault);
  compile::Compiled compiled;
  compiled.ok = fields.flag("ok");
  for (const json& diagnostic : fields.list("diagnostics", kMaxMessages))
    compiled.diagnostics.push_back(diagnostic_from(JsonFields(diagnostic, "diagnostics", fault)));
  for (const json& kernel : fields.list("kernels", kMaxKernels)) {
    const JsonFields kernel_fields(kernel, "kernels", fault);
    compiled.kernels[kernel_fields.text("name")] = resources_from(kernel_fields);
  }
  compiled.compiler = fields.text("compiler");
  compiled.milliseconds = fields.number("milliseconds");
  compiled.undefined_variables = fields.natural("undefined_variables");
  BlobReader blob(message.blob);
  const auto ptx = blob.bytes(fields.natural("ptx_bytes"));
  const auto cubin = blob.bytes(fields.natural("cubin_bytes"));
  const auto log = blob.bytes(fields.natural("log_bytes"));
  if (!ptx || !cubin || !log || !blob.at_end())
    fault.set("its parts have other lengths than it says");
  if (!fault.ok()) return bad_answer(fault);
  compiled.ptx = valid_utf8(*ptx);
  compiled.cubin.assign(cubin->begin(), cubin->end());
  compiled.log = valid_utf8(*log);
  return compiled;
}

Message encode_simulate_answer(const sim::Report& report) {
  json findings = json::array();
  for (const sim::Finding& finding : report.findings)
    if (findings.size() < kMaxFindings) findings.push_back(wire(finding));
  json object = {{"completed", report.completed},
                 {"cancelled", report.cancelled},
                 {"races_checked", report.races_checked},
                 {"order_matters", report.order_matters},
                 {"may_read_unset_registers", report.may_read_unset_registers},
                 {"order_line", report.order_line},
                 {"launches", report.launches.size()},
                 {"findings", std::move(findings)},
                 {"writer_launch", report.writer_launch},
                 {"output_bytes", report.output.size()}};
  if (report.watched)
    object["watched"] = {{"launch", report.watched->launch},
                         {"place", wire(report.watched->place)},
                         {"line", report.watched->line}};
  Message message{MessageKind::simulate_answer, dump(object), report.output};
  for (const sim::LaunchReport& launch : report.launches) append_launch(message.blob, launch);
  return message;
}

Result<sim::Report> decode_simulate_answer(const Message& message, size_t launches,
                                           size_t buffers) {
  JsonFault fault;
  const json object = open(message, MessageKind::simulate_answer, fault);
  const JsonFields fields(object, "", fault);
  sim::Report report;
  report.completed = fields.flag("completed");
  report.cancelled = fields.flag("cancelled");
  report.races_checked = fields.flag("races_checked");
  report.may_read_unset_registers = fields.flag("may_read_unset_registers");
  report.order_matters = fields.flag("order_matters");
  report.order_line = static_cast<int>(fields.integer("order_line", 0, INT32_MAX));
  for (const json& finding : fields.list("findings", kMaxFindings))
    report.findings.push_back(finding_from(JsonFields(finding, "findings", fault)));
  for (const json& launch : fields.list("writer_launch", buffers)) {
    if (!launch.is_number_integer() || launch < -1 || launch >= static_cast<int64_t>(launches))
      fault.set("writer_launch names a launch that there is not");
    else report.writer_launch.push_back(launch.get<int>());
  }
  if (fields.has("watched")) {
    const JsonFields watched(fields.object("watched"), "watched", fault);
    report.watched =
        sim::WatchedWrite{static_cast<int>(watched.integer("launch", 0, INT32_MAX)),
                          place_from(JsonFields(watched.object("place"), "watched.place", fault)),
                          static_cast<int>(watched.integer("line", 0, INT32_MAX))};
    if (report.watched->launch >= static_cast<int64_t>(launches))
      fault.set("watched names a launch that there is not");
  }
  // A run that an error ended early reports the launches that it reached.
  const uint64_t reached = fields.natural("launches", launches);
  BlobReader blob(message.blob);
  const auto output = blob.bytes(fields.natural("output_bytes"));
  if (!output) fault.set("its output is shorter than it says");
  for (uint64_t i = 0; fault.ok() && i < reached; ++i) {
    auto launch = launch_from(blob, buffers);
    if (launch) report.launches.push_back(std::move(*launch));
    else fault.set(fmt::format("the counters of launch {} are cut off", i));
  }
  if (fault.ok() && !blob.at_end()) fault.set("there is more in it than it says");
  if (!fault.ok()) return bad_answer(fault);
  report.output = valid_utf8(*output);
  return report;
}

Message encode_variable_answer(const std::optional<std::vector<uint8_t>>& bytes) {
  Message message{MessageKind::variable_answer, dump({{"found", bytes.has_value()}}), {}};
  if (bytes) message.blob.assign(bytes->begin(), bytes->end());
  return message;
}

Result<std::optional<std::vector<uint8_t>>> decode_variable_answer(const Message& message) {
  using Bytes = std::optional<std::vector<uint8_t>>;
  JsonFault fault;
  const json object = open(message, MessageKind::variable_answer, fault);
  const bool found = JsonFields(object, "", fault).flag("found");
  if (message.blob.size() > kMaxVariableBytes) fault.set("a variable is larger than any may be");
  if (!fault.ok()) return bad_answer(fault);
  if (!found) return Bytes{};
  return Bytes{std::vector<uint8_t>(message.blob.begin(), message.blob.end())};
}

Message encode_writer_answer(const std::optional<Worker::Writer>& writer) {
  json answer = {{"found", writer.has_value()}};
  if (writer) {
    answer["launch"] = writer->launch;
    answer["place"] = wire(writer->place);
  }
  return {MessageKind::writer_answer, dump(answer), {}};
}

Result<std::optional<Worker::Writer>> decode_writer_answer(const Message& message) {
  JsonFault fault;
  const json object = open(message, MessageKind::writer_answer, fault);
  const JsonFields fields(object, "", fault);
  std::optional<Worker::Writer> writer;
  if (fields.flag("found")) {
    writer.emplace();
    writer->launch =
        static_cast<int>(fields.integer("launch", 0, static_cast<int64_t>(kMaxLaunches)));
    writer->place = place_from(JsonFields(fields.object("place"), "place", fault));
  }
  if (!fault.ok()) return bad_answer(fault);
  return writer;
}

}  // namespace warplab::worker

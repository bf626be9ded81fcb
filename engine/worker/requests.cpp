// What the parent asks.
#include <fmt/format.h>

#include "worker/protocol.hpp"
#include "worker/request_parts.hpp"

namespace warplab::worker {
namespace {

using nlohmann::json;

constexpr int kLastScheduleKind = static_cast<int>(sim::Schedule::Kind::random);

json wire(const sim::Schedule& schedule) {
  return {{"kind", static_cast<int>(schedule.kind)}, {"seed", schedule.seed}};
}

sim::Schedule schedule_from(const JsonFields& fields) {
  return {static_cast<sim::Schedule::Kind>(fields.integer("kind", 0, kLastScheduleKind)),
          fields.natural("seed")};
}

json wire(const sim::Options& options) {
  json object = {{"threads", options.threads},
                 {"schedule", wire(options.schedule)},
                 {"max_warp_instructions_per_warp", options.max_warp_instructions_per_warp},
                 {"max_warp_instructions", options.max_warp_instructions},
                 {"max_output_bytes", options.max_output_bytes},
                 {"max_static_shared_bytes", options.max_static_shared_bytes},
                 {"max_shared_bytes", options.max_shared_bytes},
                 {"clock_khz", options.clock_khz},
                 {"exact_tracking", options.exact_tracking},
                 {"only_undefined_variables", options.only_undefined_variables},
                 {"student_file", options.student_file}};
  if (options.watch)
    object["watch"] = {{"buffer", options.watch->buffer}, {"index", options.watch->index}};
  return object;
}

sim::Options options_from(const JsonFields& fields) {
  const auto natural32 = [&](const char* name) {
    return static_cast<uint32_t>(fields.natural(name, UINT32_MAX));
  };
  sim::Options options;
  options.threads = static_cast<unsigned>(fields.natural("threads", 1024));
  options.schedule = schedule_from(
      JsonFields(fields.object("schedule"), fields.place_of("schedule"), fields.fault()));
  options.max_warp_instructions_per_warp = fields.natural("max_warp_instructions_per_warp");
  options.max_warp_instructions = fields.natural("max_warp_instructions");
  // The output travels in a message.
  options.max_output_bytes = fields.natural("max_output_bytes", kMaxBlobBytes / 4);
  options.max_static_shared_bytes = natural32("max_static_shared_bytes");
  options.max_shared_bytes = natural32("max_shared_bytes");
  options.clock_khz = static_cast<uint32_t>(fields.integer("clock_khz", 1, UINT32_MAX));
  options.exact_tracking = fields.flag("exact_tracking");
  options.only_undefined_variables = fields.flag("only_undefined_variables");
  options.student_file = fields.text("student_file");
  if (fields.has("watch")) {
    const JsonFields watch(fields.object("watch"), fields.place_of("watch"), fields.fault());
    options.watch = {static_cast<int>(watch.integer("buffer", 0, kMaxBuffers - 1)),
                     watch.natural("index")};
  }
  return options;
}

}  // namespace

Message encode_compile_request(const compile::Source& source) {
  return {MessageKind::compile_request,
          dump({{"file_name", source.file_name},
                {"compute_capability", source.compute_capability},
                {"mark_undefined", source.mark_undefined}}),
          source.text};
}

Result<compile::Source> decode_compile_request(const Message& message) {
  JsonFault fault;
  const json object = open(message, MessageKind::compile_request, fault);
  const JsonFields fields(object, "", fault);
  compile::Source source;
  source.file_name = fields.text("file_name");
  source.compute_capability = static_cast<int>(fields.integer("compute_capability", 0, 1000));
  source.mark_undefined = fields.flag("mark_undefined");
  source.text = message.blob;
  if (!fault.ok()) return bad_request(fault);
  return source;
}

Message encode_simulate_request(const SimulateRequest& request) {
  json buffers = json::array(), launches = json::array();
  for (const WireBuffer& buffer : request.buffers) buffers.push_back(wire(buffer));
  for (const sim::Launch& launch : request.launches) launches.push_back(wire(launch));
  return {MessageKind::simulate_request,
          dump({{"buffers", std::move(buffers)},
                {"launches", std::move(launches)},
                {"options", wire(request.options)}}),
          {}};
}

Result<SimulateRequest> decode_simulate_request(const Message& message) {
  JsonFault fault;
  const json object = open(message, MessageKind::simulate_request, fault);
  const JsonFields fields(object, "", fault);
  SimulateRequest request;
  for (const json& buffer : fields.list("buffers", kMaxBuffers))
    request.buffers.push_back(
        buffer_from(JsonFields(buffer, fmt::format("buffers[{}]", request.buffers.size()), fault)));
  for (const json& launch : fields.list("launches", kMaxLaunches))
    request.launches.push_back(
        launch_from(JsonFields(launch, fmt::format("launches[{}]", request.launches.size()), fault),
                    request.buffers.size()));
  request.options = options_from(JsonFields(fields.object("options"), "options", fault));
  if (!fault.ok()) return bad_request(fault);
  return request;
}

Message encode_variable_request(const std::string& name) {
  return {MessageKind::variable_request, dump({{"name", name}}), {}};
}

Result<std::string> decode_variable_request(const Message& message) {
  JsonFault fault;
  const json object = open(message, MessageKind::variable_request, fault);
  std::string name = JsonFields(object, "", fault).text("name");
  if (!fault.ok()) return bad_request(fault);
  return name;
}

Message encode_writer_request(const WriterRequest& request) {
  return {MessageKind::writer_request,
          dump({{"buffer", request.buffer}, {"index", request.index}}),
          {}};
}

Result<WriterRequest> decode_writer_request(const Message& message) {
  JsonFault fault;
  const json object = open(message, MessageKind::writer_request, fault);
  const JsonFields fields(object, "", fault);
  WriterRequest request;
  request.buffer =
      static_cast<int>(fields.integer("buffer", 0, static_cast<int64_t>(kMaxBuffers) - 1));
  request.index = fields.natural("index");
  if (!fault.ok()) return bad_request(fault);
  return request;
}

}  // namespace warplab::worker

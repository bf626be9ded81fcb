#include "worker/gpu_protocol.hpp"

#include <fmt/format.h>

#include <cmath>

#include "worker/blob.hpp"
#include "worker/request_parts.hpp"
#include "worker/utf8.hpp"

namespace warplab::worker {
namespace {

using nlohmann::json;

constexpr size_t kMaxDevices = 256, kMaxProcesses = 256;
constexpr size_t kMaxNameBytes = 256;
// A day: longer than any launch is waited for.
constexpr uint64_t kMaxMilliseconds = 86'400'000;
constexpr size_t kMaxDigests = kMaxBuffers * kMaxSets;

std::string cut(const std::string& text) { return shortened_utf8(text, kMaxNameBytes); }

Error bad_answer(const JsonFault& fault) {
  return Error{fmt::format("The GPU worker gave an answer that makes no sense: {}.", fault.text())};
}

json wire_launches(const std::vector<sim::Launch>& launches) {
  json list = json::array();
  for (const sim::Launch& launch : launches) list.push_back(wire(launch));
  return list;
}

std::vector<sim::Launch> launches_from(const JsonFields& fields, size_t buffers) {
  std::vector<sim::Launch> launches;
  for (const json& launch : fields.list("launches", kMaxLaunches))
    launches.push_back(launch_from(JsonFields(launch, "launches", fields.fault()), buffers));
  return launches;
}

std::chrono::milliseconds time_from(const JsonFields& fields) {
  return std::chrono::milliseconds(fields.natural("launch_time", kMaxMilliseconds));
}

}  // namespace

Message encode(const GpuReady& ready) {
  const cuda::Device& device = ready.device;
  json object = {{"name", cut(device.name)},
                 {"uuid", cut(device.uuid)},
                 {"compute_capability", device.compute_capability},
                 {"multiprocessors", device.multiprocessors},
                 {"l2_bytes", device.l2_bytes},
                 {"memory_bytes", device.memory_bytes},
                 {"peak_bytes_per_second", device.peak_bytes_per_second},
                 {"driver_version", device.driver_version},
                 {"has_watchdog", device.has_watchdog},
                 {"reads_host_memory", device.reads_host_memory},
                 {"landlock_version", ready.landlock_version},
                 {"others", json::array()}};
  for (const std::string& uuid : ready.others)
    if (object["others"].size() < kMaxDevices) object["others"].push_back(cut(uuid));
  return {MessageKind::gpu_ready, dump(object), {}};
}

Result<GpuReady> decode_gpu_ready(const Message& message) {
  JsonFault fault;
  const json object = open(message, MessageKind::gpu_ready, fault);
  const JsonFields fields(object, "", fault);
  GpuReady ready;
  ready.device.name = valid_utf8(fields.text("name"));
  ready.device.uuid = valid_utf8(fields.text("uuid"));
  // It names a file: the GPU's lock.
  if (ready.device.uuid.find_first_not_of("GPUMIG-0123456789abcdef") != std::string::npos)
    fault.set("a UUID has other characters than UUIDs have");
  ready.device.compute_capability = static_cast<int>(fields.integer("compute_capability", 0, 1000));
  ready.device.multiprocessors = static_cast<int>(fields.integer("multiprocessors", 1, 100'000));
  ready.device.l2_bytes = fields.natural("l2_bytes");
  ready.device.memory_bytes = fields.natural("memory_bytes");
  ready.device.peak_bytes_per_second = fields.number("peak_bytes_per_second");
  ready.device.driver_version = static_cast<int>(fields.integer("driver_version", 0, INT32_MAX));
  ready.device.has_watchdog = fields.flag("has_watchdog");
  ready.device.reads_host_memory = fields.flag("reads_host_memory");
  ready.landlock_version = static_cast<int>(fields.integer("landlock_version", 0, 1000));
  for (const json& uuid : fields.list("others", kMaxDevices))
    if (uuid.is_string()) ready.others.push_back(valid_utf8(uuid.get<std::string>()));
  if (!fault.ok()) return bad_answer(fault);
  return ready;
}

Message encode_gpu_done() { return {MessageKind::gpu_done, "{}", {}}; }

Result<bool> decode_gpu_done(const Message& message) {
  JsonFault fault;
  open(message, MessageKind::gpu_done, fault);
  if (!fault.ok()) return bad_answer(fault);
  return true;
}

Message encode_gpu_load_request(GpuWorker::Role role, std::span<const uint8_t> cubin) {
  return {MessageKind::gpu_load_request, dump({{"role", static_cast<int>(role)}}),
          std::string(cubin.begin(), cubin.end())};
}

Result<GpuWorker::Role> decode_gpu_load_request(const Message& message) {
  JsonFault fault;
  const json object = open(message, MessageKind::gpu_load_request, fault);
  const auto role =
      static_cast<GpuWorker::Role>(JsonFields(object, "", fault).integer("role", 0, 1));
  if (message.blob.empty()) fault.set("there is no module in it");
  if (!fault.ok()) return bad_request(fault);
  return role;
}

Message encode_gpu_run_request(const GpuRunRequest& request) {
  json buffers = json::array();
  for (const WireBuffer& buffer : request.buffers) buffers.push_back(wire(buffer));
  return {MessageKind::gpu_run_request,
          dump({{"buffers", std::move(buffers)},
                {"launches", wire_launches(request.launches)},
                {"launch_time", request.launch_time.count()}}),
          {}};
}

Result<GpuRunRequest> decode_gpu_run_request(const Message& message) {
  JsonFault fault;
  const json object = open(message, MessageKind::gpu_run_request, fault);
  const JsonFields fields(object, "", fault);
  GpuRunRequest request;
  for (const json& buffer : fields.list("buffers", kMaxBuffers))
    request.buffers.push_back(buffer_from(JsonFields(buffer, "buffers", fault)));
  request.launches = launches_from(fields, request.buffers.size());
  request.launch_time = time_from(fields);
  if (!fault.ok()) return bad_request(fault);
  return request;
}

Message encode_gpu_run_answer(const std::vector<std::string>& overrun) {
  json names = json::array();
  for (const std::string& name : overrun) names.push_back(cut(name));
  return {MessageKind::gpu_run_answer, dump({{"overrun", std::move(names)}}), {}};
}

Result<std::vector<std::string>> decode_gpu_run_answer(const Message& message) {
  JsonFault fault;
  const json object = open(message, MessageKind::gpu_run_answer, fault);
  std::vector<std::string> overrun;
  for (const json& name : JsonFields(object, "", fault).list("overrun", kMaxBuffers))
    overrun.push_back(name.is_string() ? valid_utf8(name.get<std::string>()) : std::string());
  if (!fault.ok()) return bad_answer(fault);
  return overrun;
}

Message encode_gpu_prepare_request(const GpuPrepareRequest& request) {
  json buffers = json::array();
  for (const GpuPrepareRequest::Buffer& buffer : request.buffers)
    buffers.push_back({{"wire", wire(buffer.wire)},
                       {"content", static_cast<int>(buffer.content)},
                       {"low", buffer.low},
                       {"high", buffer.high},
                       {"digested", buffer.digested}});
  return {MessageKind::gpu_prepare_request,
          dump({{"buffers", std::move(buffers)},
                {"launches", wire_launches(request.launches)},
                {"timed_begin", request.timed_begin},
                {"timed_end", request.timed_end},
                {"copy_bytes", request.copy_bytes},
                {"sets", request.sets},
                {"launch_time", request.launch_time.count()}}),
          {}};
}

Result<GpuPrepareRequest> decode_gpu_prepare_request(const Message& message) {
  JsonFault fault;
  const json object = open(message, MessageKind::gpu_prepare_request, fault);
  const JsonFields fields(object, "", fault);
  GpuPrepareRequest request;
  for (const json& entry : fields.list("buffers", kMaxBuffers)) {
    const JsonFields one(entry, "buffers", fault);
    GpuPrepareRequest::Buffer buffer;
    buffer.wire = buffer_from(JsonFields(one.object("wire"), "wire", fault));
    buffer.content = static_cast<cuda::Content>(one.integer("content", 0, cuda::kContents - 1));
    buffer.low = one.number("low");
    buffer.high = one.number("high");
    buffer.digested = one.flag("digested");
    request.buffers.push_back(std::move(buffer));
  }
  request.launches = launches_from(fields, request.buffers.size());
  request.timed_end = fields.natural("timed_end", request.launches.size());
  request.timed_begin = fields.natural("timed_begin", request.timed_end);
  request.copy_bytes = fields.natural("copy_bytes", uint64_t{1} << 46);
  request.sets = static_cast<unsigned>(fields.natural("sets", kMaxSets));
  request.launch_time = time_from(fields);
  if (!fault.ok()) return bad_request(fault);
  return request;
}

Message encode_gpu_prepare_answer(unsigned sets) {
  return {MessageKind::gpu_prepare_answer, dump({{"sets", sets}}), {}};
}

Result<unsigned> decode_gpu_prepare_answer(const Message& message) {
  JsonFault fault;
  const json object = open(message, MessageKind::gpu_prepare_answer, fault);
  const auto sets = static_cast<unsigned>(JsonFields(object, "", fault).natural("sets", kMaxSets));
  if (sets == 0) fault.set("there are no sets");
  if (!fault.ok()) return bad_answer(fault);
  return sets;
}

Message encode_gpu_sample_request(const GpuSampleRequest& request) {
  return {MessageKind::gpu_sample_request,
          dump({{"copy", request.copy},
                {"seed", request.seed},
                {"set", request.set},
                {"batch", request.batch},
                {"timed", request.timed}}),
          {}};
}

Result<GpuSampleRequest> decode_gpu_sample_request(const Message& message) {
  JsonFault fault;
  const json object = open(message, MessageKind::gpu_sample_request, fault);
  const JsonFields fields(object, "", fault);
  GpuSampleRequest request;
  request.copy = fields.flag("copy");
  request.seed = fields.natural("seed");
  request.set = static_cast<unsigned>(fields.natural("set", kMaxSets));
  request.batch = static_cast<unsigned>(fields.natural("batch", kMaxSets));
  request.timed = fields.flag("timed");
  if (!fault.ok()) return bad_request(fault);
  return request;
}

Message encode_gpu_sample_answer(const cuda::Sample& sample) {
  Message message{MessageKind::gpu_sample_answer,
                  dump({{"microseconds", sample.microseconds}, {"clock_mhz", sample.clock_mhz}}),
                  {}};
  for (const uint64_t digest : sample.digests) append_to(message.blob, digest);
  return message;
}

Result<cuda::Sample> decode_gpu_sample_answer(const Message& message) {
  JsonFault fault;
  const json object = open(message, MessageKind::gpu_sample_answer, fault);
  const JsonFields fields(object, "", fault);
  cuda::Sample sample;
  sample.microseconds = fields.number("microseconds");
  sample.clock_mhz = fields.number("clock_mhz");
  if (sample.microseconds < 0 || sample.clock_mhz < 0) fault.set("a time or a clock is negative");
  if (message.blob.size() > 8 * kMaxDigests) fault.set("there are too many digests");
  BlobReader blob(message.blob);
  while (const auto digest = blob.value<uint64_t>()) sample.digests.push_back(*digest);
  if (!blob.at_end()) fault.set("a digest is cut off");
  if (!fault.ok()) return bad_answer(fault);
  return sample;
}

Message encode_gpu_read_request(const GpuReadRequest& request) {
  return {
      MessageKind::gpu_read_request, dump({{"set", request.set}, {"buffer", request.buffer}}), {}};
}

Result<GpuReadRequest> decode_gpu_read_request(const Message& message) {
  JsonFault fault;
  const json object = open(message, MessageKind::gpu_read_request, fault);
  const JsonFields fields(object, "", fault);
  GpuReadRequest request{static_cast<unsigned>(fields.natural("set", kMaxSets)),
                         fields.natural("buffer", kMaxBuffers)};
  if (!fault.ok()) return bad_request(fault);
  return request;
}

Message encode_gpu_state_request() { return {MessageKind::gpu_state_request, "{}", {}}; }

Message encode_gpu_state_answer(const GpuState& state) {
  json object = json::object();
  if (state.clock_mhz) object["clock_mhz"] = *state.clock_mhz;
  if (state.processes) object["processes"] = *state.processes;
  return {MessageKind::gpu_state_answer, dump(object), {}};
}

Result<GpuState> decode_gpu_state_answer(const Message& message) {
  JsonFault fault;
  const json object = open(message, MessageKind::gpu_state_answer, fault);
  const JsonFields fields(object, "", fault);
  GpuState state;
  if (fields.has("clock_mhz"))
    state.clock_mhz = static_cast<unsigned>(fields.natural("clock_mhz", 1'000'000));
  if (fields.has("processes")) {
    state.processes.emplace();
    for (const json& pid : fields.list("processes", kMaxProcesses)) {
      if (!pid.is_number_unsigned()) fault.set("processes holds something that is no number");
      else state.processes->push_back(pid.get<uint32_t>());
    }
  }
  if (!fault.ok()) return bad_answer(fault);
  return state;
}

Message encode_gpu_mirror_request(const GpuMirrorRequest& request) {
  return {MessageKind::gpu_mirror_request,
          dump({{"bytes", request.bytes}, {"buffer", request.buffer}, {"slots", request.slots}}),
          {}};
}

Result<GpuMirrorRequest> decode_gpu_mirror_request(const Message& message) {
  JsonFault fault;
  const json object = open(message, MessageKind::gpu_mirror_request, fault);
  const JsonFields fields(object, "", fault);
  GpuMirrorRequest request;
  request.bytes = fields.natural("bytes", kMaxMirrorBytes);
  request.buffer = fields.natural("buffer", kMaxBuffers);
  request.slots = static_cast<unsigned>(fields.natural("slots", kMaxSlots));
  if (request.slots == 0) fault.set("a memory in no parts holds nothing");
  if (!fault.ok()) return bad_request(fault);
  return request;
}

}  // namespace warplab::worker

#include "worker/request_parts.hpp"

#include <fmt/format.h>

namespace warplab::worker {
namespace {

using nlohmann::json;

constexpr size_t kMaxArguments = 1024;  // a kernel's parameters have at most 4 KiB
constexpr size_t kMaxArgumentBytes = 4096;
constexpr size_t kMaxDimensions = 16;

json wire(const Dim3& extent) { return {extent.x, extent.y, extent.z}; }

Dim3 dim3_from(const json& list, const std::string& place, JsonFault& fault) {
  if (!list.is_array() || list.size() != 3) {
    fault.set(fmt::format("{} is not three numbers", place));
    return {};
  }
  uint32_t values[3] = {};
  for (size_t i = 0; i < 3; ++i) {
    if (!list[i].is_number_unsigned() || list[i].get<uint64_t>() > UINT32_MAX) {
      fault.set(fmt::format("{} is out of range", place));
      return {};
    }
    values[i] = list[i].get<uint32_t>();
  }
  return {values[0], values[1], values[2]};
}

json wire(const sim::Argument& argument) {
  json bytes = json::array();
  for (const std::byte byte : argument.value) bytes.push_back(std::to_integer<unsigned>(byte));
  return {{"buffer", argument.buffer}, {"value", std::move(bytes)}};
}

sim::Argument argument_from(const JsonFields& fields, size_t buffers) {
  sim::Argument argument;
  argument.buffer =
      static_cast<int>(fields.integer("buffer", -1, static_cast<int64_t>(buffers) - 1));
  for (const json& byte : fields.list("value", kMaxArgumentBytes)) {
    if (!byte.is_number_unsigned() || byte.get<uint64_t>() > 255)
      fields.fault().set(fields.place_of("value") + " has something that is no byte");
    argument.value.push_back(
        static_cast<std::byte>(byte.is_number_unsigned() ? byte.get<uint64_t>() & 255 : 0));
  }
  return argument;
}

}  // namespace

std::string dump(const json& value) {
  return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

json wire(const WireBuffer& buffer) {
  return {{"name", buffer.description.name},
          {"element", static_cast<int>(buffer.description.element)},
          {"shape", buffer.description.shape},
          {"initialized", buffer.description.initialized},
          {"must_be_written", buffer.description.must_be_written},
          {"read_only", buffer.description.read_only},
          {"bytes", buffer.bytes},
          {"initial", buffer.initial},
          {"result", buffer.result}};
}

WireBuffer buffer_from(const JsonFields& fields) {
  WireBuffer buffer;
  constexpr int kLastElement = static_cast<int>(sim::ElementType::f64);
  constexpr int kMaxDescriptor = 2 * static_cast<int>(kMaxBuffers);
  buffer.description.name = fields.text("name");
  buffer.description.element =
      static_cast<sim::ElementType>(fields.integer("element", 0, kLastElement));
  for (const json& extent : fields.list("shape", kMaxDimensions)) {
    if (!extent.is_number_unsigned())
      fields.fault().set(fields.place_of("shape") + " has no numbers");
    buffer.description.shape.push_back(extent.is_number_unsigned() ? extent.get<uint64_t>() : 0);
  }
  buffer.description.initialized = fields.flag("initialized");
  buffer.description.must_be_written = fields.flag("must_be_written");
  buffer.description.read_only = fields.flag("read_only");
  buffer.bytes = fields.natural("bytes", uint64_t{1} << 46);
  buffer.initial = static_cast<int>(fields.integer("initial", -1, kMaxDescriptor));
  buffer.result = static_cast<int>(fields.integer("result", -1, kMaxDescriptor));
  return buffer;
}

json wire(const sim::Launch& launch) {
  json arguments = json::array();
  for (const sim::Argument& argument : launch.arguments) arguments.push_back(wire(argument));
  return {{"kernel", launch.kernel},
          {"grid", wire(launch.grid)},
          {"block", wire(launch.block)},
          {"dynamic_shared_bytes", launch.dynamic_shared_bytes},
          {"keep_variables", launch.keep_variables},
          {"arguments", std::move(arguments)}};
}

sim::Launch launch_from(const JsonFields& fields, size_t buffers) {
  sim::Launch launch;
  launch.kernel = fields.text("kernel");
  launch.grid = dim3_from(fields.list("grid", 3), fields.place_of("grid"), fields.fault());
  launch.block = dim3_from(fields.list("block", 3), fields.place_of("block"), fields.fault());
  launch.dynamic_shared_bytes =
      static_cast<uint32_t>(fields.natural("dynamic_shared_bytes", UINT32_MAX));
  launch.keep_variables = fields.flag("keep_variables");
  for (const json& argument : fields.list("arguments", kMaxArguments))
    launch.arguments.push_back(
        argument_from(JsonFields(argument, fields.place_of("arguments"), fields.fault()), buffers));
  return launch;
}

// The object of a message of the expected kind.
json open(const Message& message, MessageKind expected, JsonFault& fault) {
  if (message.kind != expected)
    fault.set(fmt::format("it is of kind {} instead of {}", static_cast<int>(message.kind),
                          static_cast<int>(expected)));
  return parse_object(message.json, fault);
}

Error bad_request(const JsonFault& fault) {
  return Error{
      fmt::format("The worker was asked something that it does not understand: {}.", fault.text())};
}

}  // namespace warplab::worker

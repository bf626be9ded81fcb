#include "worker/wire/body.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace warplab::worker {
namespace {

using nlohmann::json;

// Deeper than any message; a text of brackets alone would fill memory. A saying in a saying takes
// four levels: its phrases, one of them, its arguments, one of these.
constexpr int kMaxDepth = 8 + 4 * 4;

// Parses `text` if it is one object of limited depth; `fault` says so if it is not.
json parse_object(std::string_view text, std::string& fault) {
  bool too_deep = false;
  const auto watch_depth = [&](int depth, json::parse_event_t, json&) {
    too_deep = too_deep || depth > kMaxDepth;
    return depth <= kMaxDepth;
  };
  json parsed = json::parse(text, watch_depth, /*allow_exceptions=*/false);
  if (too_deep) fault = "a text is nested too deeply";
  else if (!parsed.is_object()) fault = "a text is not a JSON object";
  else return parsed;
  return json::object();
}

bool is_request(MessageKind kind) {
  switch (kind) {
    case MessageKind::compile_request:
    case MessageKind::simulate_request:
    case MessageKind::variable_request:
    case MessageKind::writer_request:
    case MessageKind::written_request:
    case MessageKind::gpu_load_request:
    case MessageKind::gpu_run_request:
    case MessageKind::gpu_prepare_request:
    case MessageKind::gpu_sample_request:
    case MessageKind::gpu_read_request:
    case MessageKind::gpu_state_request:
    case MessageKind::gpu_mirror_request:
    case MessageKind::gpu_keep_request:
    case MessageKind::record_request:
    case MessageKind::fork_request:
    case MessageKind::log_request:
    case MessageKind::walk_request:
    case MessageKind::step_request: return true;
    default: return false;
  }
}

bool is_of_gpu(MessageKind kind) {
  return kind >= MessageKind::gpu_ready && kind <= MessageKind::gpu_keep_request;
}

Error senseless(MessageKind expected, const std::string& fault) {
  const char* const who = is_of_gpu(expected) ? "GPU worker" : "worker";
  return Error{
      is_request(expected)
          ? fmt::format("The {} was asked something that it does not understand: {}.", who, fault)
          : fmt::format("The {} gave an answer that makes no sense: {}.", who, fault)};
}

}  // namespace

Message write_message(MessageKind kind, const std::function<void(Writer&)>& write) {
  Message message{kind, {}, {}};
  json object = json::object();
  Writer writer(object, message.blob);
  write(writer);
  message.json = object.dump(-1, ' ', false, json::error_handler_t::replace);
  return message;
}

Result<bool> read_message(const Message& message, MessageKind expected_kind,
                          const Expected& expected, const std::function<void(Reader&)>& read) {
  if (message.kind != expected_kind)
    return senseless(expected_kind,
                     fmt::format("it is of kind {} instead of {}", static_cast<int>(message.kind),
                                 static_cast<int>(expected_kind)));
  Reader::Source source{BlobReader(message.blob), expected};
  const json object = parse_object(message.json, source.fault);
  Reader reader(object, "", source);
  if (reader.ok()) read(reader);
  reader.require(source.blob.at_end(), "there is more in it than it says");
  if (!reader.ok()) return senseless(expected_kind, source.fault);
  return true;
}

}  // namespace warplab::worker

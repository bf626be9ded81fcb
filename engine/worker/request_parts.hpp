#pragma once
// What requests to the simulator and to a GPU have in common: buffers and launches as JSON. Only
// the protocol's own files include this.
#include <string>

#include "worker/json_fields.hpp"
#include "worker/protocol.hpp"

namespace warplab::worker {

std::string dump(const nlohmann::json& value);

nlohmann::json wire(const WireBuffer& buffer);
WireBuffer buffer_from(const JsonFields& fields);
nlohmann::json wire(const sim::Launch& launch);
// The launch of a request with `buffers` buffers.
sim::Launch launch_from(const JsonFields& fields, size_t buffers);

// The object of a message of the expected kind.
nlohmann::json open(const Message& message, MessageKind expected, JsonFault& fault);
Error bad_request(const JsonFault& fault);

}  // namespace warplab::worker

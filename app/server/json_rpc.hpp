#pragma once
// Messages of the Language Server Protocol on a stream. Source: its specification, version 3.17,
// "Base Protocol": JSON-RPC 2.0 behind a header with the number of bytes.
#include <istream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "base/result.hpp"

namespace warplab::app {

// The next message's content; none: the input has ended. The Error is a header behind which nobody
// can tell where the next message begins.
Result<std::optional<std::string>> read_message(std::istream& in);

std::string message_text(const nlohmann::json& message);  // with its header

// Of JSON-RPC and of the protocol.
inline constexpr int kParseError = -32700, kInvalidRequest = -32600, kMethodNotFound = -32601,
                     kInvalidParams = -32602, kNotInitialized = -32002;

}  // namespace warplab::app

#include "server/json_rpc.hpp"

#include <charconv>
#include <string_view>

namespace warplab::app {
namespace {

// A course's file has at most 1 MB, and JSON writes a byte with up to six.
constexpr size_t kMostBytes = 16 << 20;
constexpr std::string_view kLength = "Content-Length:";

std::optional<size_t> length_in(std::string_view line) {
  if (!line.starts_with(kLength)) return std::nullopt;
  line.remove_prefix(kLength.size());
  while (line.starts_with(' ')) line.remove_prefix(1);
  size_t length = 0;
  const auto read = std::from_chars(line.data(), line.data() + line.size(), length);
  const bool is_whole = read.ec == std::errc{} && read.ptr == line.data() + line.size();
  return is_whole ? std::optional(length) : std::nullopt;
}

}  // namespace

Result<std::optional<std::string>> read_message(std::istream& in) {
  std::optional<size_t> length;
  bool has_header = false;
  for (std::string line; std::getline(in, line);) {
    if (line.ends_with('\r')) line.pop_back();
    if (line.empty()) {
      if (!length || *length > kMostBytes)
        return Error{"A message came without a Content-Length of at most 16 MiB."};
      std::string content(*length, '\0');
      if (!in.read(content.data(), static_cast<std::streamsize>(*length)))
        return Error{"The input ended within a message."};
      return std::optional(std::move(content));
    }
    has_header = true;
    if (line.starts_with(kLength)) length = length_in(line);
  }
  if (has_header) return Error{"The input ended within a message."};
  return std::optional<std::string>();
}

std::string message_text(const nlohmann::json& message) {
  const std::string content =
      message.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  return std::string(kLength) + " " + std::to_string(content.size()) + "\r\n\r\n" + content;
}

}  // namespace warplab::app

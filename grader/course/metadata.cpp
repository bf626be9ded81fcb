#include "course/metadata.hpp"

#include "course/submissions.hpp"

namespace warplab::course {
namespace {

std::string_view trimmed(std::string_view text) {
  const size_t begin = text.find_first_not_of(" \t\r-");
  if (begin == std::string_view::npos) return {};
  const size_t end = text.find_last_not_of(" \t\r");
  return text.substr(begin, end - begin + 1);
}

std::string without_quotes(std::string_view text) {
  if (text.size() >= 2 && (text.front() == '"' || text.front() == '\'') &&
      text.back() == text.front())
    text = text.substr(1, text.size() - 2);
  return std::string(text);
}

}  // namespace

std::map<std::string, Metadata> read_metadata(std::string_view text) {
  std::map<std::string, Metadata> all;
  Metadata* at = nullptr;
  while (!text.empty()) {
    const size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line.starts_with("submission_")) {
      at = &all[std::string(line.substr(0, line.find(':')))];
      continue;
    }
    // "  - :name: Kim Lee": a key between two colons, and its value.
    const std::string_view field = trimmed(line);
    const size_t second = field.starts_with(':') ? field.find(':', 1) : std::string_view::npos;
    if (!at || second == std::string_view::npos) continue;
    const std::string_view key = field.substr(1, second - 1);
    const std::string value = without_quotes(trimmed(field.substr(second + 1)));
    if (value.empty()) continue;
    if (key == "name" && at->name.empty()) at->name = value;
    if (key == "email" && at->email.empty()) at->email = value;
    if (key == "sid" && at->id.empty()) at->id = value;
    if (key == "created_at" && !at->submitted) at->submitted = parse_time(value);
  }
  return all;
}

}  // namespace warplab::course

#include "sim/finding.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace warplab::sim {
namespace {

constexpr std::string_view kNames[] = {
#define X(id, name) name,
    WARPLAB_FINDING_KINDS(X)
#undef X
};

// Not inside of brackets, nor of code between backticks.
size_t begin_of_advice(std::string_view text) {
  int depth = 0;
  bool is_code = false;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '`') is_code = !is_code;
    if (is_code) continue;
    if (text[i] == '(') ++depth;
    if (text[i] == ')') depth = std::max(depth - 1, 0);
    const std::string_view rest = text.substr(i);
    if (depth == 0 && (rest.starts_with(": ") || rest.starts_with("; "))) return i;
  }
  return text.size();
}

}  // namespace

std::string thread_text(const Dim3& thread) {
  return fmt::format("thread ({},{},{})", thread.x, thread.y, thread.z);
}

std::string place_text(const ThreadPlace& p) {
  return fmt::format("{} of block ({},{},{})", thread_text(p.thread), p.block.x, p.block.y,
                     p.block.z);
}

std::string sentence_end(std::string what, const ThreadPlace& place, bool tells_thread) {
  constexpr std::string_view kWho = "{who}";
  if (const size_t at = what.find(kWho); at != std::string::npos)
    what.replace(at, kWho.size(), place_text(place));
  else if (tells_thread) what.insert(begin_of_advice(what), ", by " + place_text(place));
  return what.ends_with('?') ? what : what + ".";
}

std::string_view name_of(FindingKind kind) { return kNames[static_cast<size_t>(kind)]; }

}  // namespace warplab::sim

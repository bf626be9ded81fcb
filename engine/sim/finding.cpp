#include "sim/finding.hpp"

#include <fmt/format.h>

namespace warplab::sim {
namespace {

constexpr std::string_view kNames[] = {
#define X(id, name) name,
    WARPLAB_FINDING_KINDS(X)
#undef X
};

}  // namespace

std::string thread_text(const Dim3& thread) {
  return fmt::format("thread ({},{},{})", thread.x, thread.y, thread.z);
}

std::string place_text(const ThreadPlace& p) {
  return fmt::format("{} of block ({},{},{})", thread_text(p.thread), p.block.x, p.block.y,
                     p.block.z);
}

std::string_view name_of(FindingKind kind) { return kNames[static_cast<size_t>(kind)]; }

}  // namespace warplab::sim

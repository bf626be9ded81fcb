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

std::string place_text(const ThreadPlace& p) {
  return fmt::format("thread ({},{},{}) of block ({},{},{})", p.thread.x, p.thread.y, p.thread.z,
                     p.block.x, p.block.y, p.block.z);
}

std::string_view name_of(FindingKind kind) { return kNames[static_cast<size_t>(kind)]; }

}  // namespace warplab::sim

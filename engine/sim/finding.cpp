#include "sim/finding.hpp"

#include <fmt/format.h>

namespace warplab::sim {
namespace {

struct Row {
  std::string_view name, gate;
};
constexpr Row kRows[] = {
#define X(id, name, gate) {name, gate},
    WARPLAB_FINDING_KINDS(X)
#undef X
};

}  // namespace

std::string place_text(const ThreadPlace& p) {
  return fmt::format("thread ({},{},{}) of block ({},{},{})", p.thread.x, p.thread.y, p.thread.z,
                     p.block.x, p.block.y, p.block.z);
}

std::string_view name_of(FindingKind kind) { return kRows[static_cast<size_t>(kind)].name; }
std::string_view gate_of(FindingKind kind) { return kRows[static_cast<size_t>(kind)].gate; }

}  // namespace warplab::sim

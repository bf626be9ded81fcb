#include "sim/finding.hpp"

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

std::string_view name_of(FindingKind kind) { return kRows[static_cast<size_t>(kind)].name; }
std::string_view gate_of(FindingKind kind) { return kRows[static_cast<size_t>(kind)].gate; }

}  // namespace warplab::sim

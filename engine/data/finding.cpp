#include "data/finding.hpp"

namespace warplab::data {
namespace {

constexpr std::string_view kNames[] = {
#define X(id, name) name,
    WARPLAB_FINDING_KINDS(X)
#undef X
};

}  // namespace

std::string_view name_of(FindingKind kind) { return kNames[static_cast<size_t>(kind)]; }

}  // namespace warplab::data

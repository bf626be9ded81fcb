#include "sim/report/constant_stores.hpp"

#include <fmt/format.h>

namespace warplab::sim {

void name_constant_stores(const ConstantStores& stores, std::vector<Finding>& findings) {
  if (stores.lines.empty()) return;
  const size_t others = stores.lines.size() - 1;
  for (Finding& f : findings) {
    if (f.kind != FindingKind::trap || (stores.source_has_traps && f.line != 0)) continue;
    f.kind = FindingKind::read_only_write;
    f.line = stores.lines.front();
    f.message = fmt::format(
        "Line {} writes a __constant__ variable, which kernels can only read: write to a "
        "__device__ variable or a buffer instead{}. First by {}.",
        f.line, others == 0 ? "" : fmt::format(" (so do {} other lines)", others),
        place_text(f.place));
  }
}

}  // namespace warplab::sim

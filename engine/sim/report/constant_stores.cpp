#include "sim/report/constant_stores.hpp"

namespace warplab::sim {

void name_constant_stores(const ConstantStores& stores, std::vector<Finding>& findings) {
  if (stores.lines.empty()) return;
  for (Finding& f : findings) {
    if (f.kind != FindingKind::trap || (stores.source_has_traps && f.line != 0)) continue;
    f.kind = FindingKind::read_only_write;
    f.line = stores.lines.front();
    f.form = Finding::Form::sentence;
    f.told.what = stores.lines.size() == 1 ? say(Says::writes_constant_variable, f.line, Own::who)
                                           : say(Says::writes_constant_variables, f.line,
                                                 stores.lines.size() - 1, Own::who);
    f.told.advice = {};
  }
}

}  // namespace warplab::sim

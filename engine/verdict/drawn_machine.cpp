#include "verdict/drawn_machine.hpp"

namespace warplab::verdict {

void draw_machine(const PlannedRun& plan, const std::string& where, const exercise::Draw& draw,
                  sim::Options& options) {
  options.placement = draw.seed("placement, " + where).value;
  const bool is_first_order = options.schedule.kind == sim::Schedule::Kind::in_order;
  if (is_first_order && !plan.graded && !plan.counted_again) return;
  options.machine = draw.seed("machine, " + where).value;
}

}  // namespace warplab::verdict

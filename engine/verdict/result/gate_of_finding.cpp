#include "verdict/result/gate_of_finding.hpp"

namespace warplab::verdict {

std::string_view gate_of(sim::FindingKind kind) {
  using enum sim::FindingKind;
  switch (kind) {
    case out_of_bounds:
    case misaligned:
    case null_pointer:
    case read_only_write: return "in_bounds";
    case uninitialized: return "initialized";
    case never_written: return "correct";
    case race:
    case warp_synchronous: return "race_free";
    case barrier_divergence:
    case deadlock:
    case step_limit:
    case stack_overflow:
    case device_assert:
    case trap:
    case undefined_behavior: return "terminates";
    case unsupported: return "supported";
    case launch_failure: return "launches";
    case output_limit:
    case note: return "";
  }
  return "";
}

}  // namespace warplab::verdict

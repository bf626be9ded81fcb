#include "sim/state/runner.hpp"

namespace warplab::sim {

bool Runner::is_known(FindingKind kind, uint32_t site, uint32_t other_site, uint64_t block,
                      uint32_t thread, uint64_t count) {
  const auto known = findings.find(finding_key(kind, site, other_site));
  if (known == findings.end()) return false;
  RawFinding& first = known->second;
  if (std::pair(block, thread) < std::pair(first.block, first.thread)) return false;
  first.count += count;
  return true;
}

void Runner::report(RawFinding finding) {
  auto key = finding_key(finding.kind, finding.site, finding.other_site);
  // The same sites of another program are other places.
  key.first += static_cast<int>(finding.earlier_launch * kFindingKindCount);
  auto [it, is_new] = findings.try_emplace(key, finding);
  if (is_new) return;
  RawFinding& old = it->second;
  const uint64_t count = old.count + finding.count;
  if (std::pair(finding.block, finding.thread) < std::pair(old.block, old.thread)) old = finding;
  old.count = count;
}

}  // namespace warplab::sim

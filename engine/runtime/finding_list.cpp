#include "runtime/finding_list.hpp"

#include <utility>

namespace warplab::runtime {

void FindingList::add_hosts(const Place& at, data::FindingKind kind, data::Told told,
                            const Place& allocated, const Place& launched) {
  for (ProgramFinding& known : all_)
    if (known.kernel.empty() && known.at == at && known.finding.told == told &&
        known.launched == launched) {
      ++known.finding.count;
      return;
    }
  ProgramFinding& added = all_.emplace_back();
  added.finding.kind = kind;
  added.finding.told = std::move(told);
  added.at = at;
  added.allocated = allocated;
  added.launched = launched;
}

void FindingList::add_kernels(const OfKernel& kernel, data::Finding finding) {
  for (ProgramFinding& known : all_)
    if (known.kernel == kernel.name && known.finding.kind == finding.kind &&
        known.finding.line == finding.line && known.finding.other_line == finding.other_line) {
      known.finding.count += finding.count;
      ++known.launches;
      return;
    }
  ProgramFinding& added = all_.emplace_back();
  added.at = {kernel.file, finding.line};
  added.kernel = kernel.name;
  added.launched = kernel.launched;
  added.allocated = kernel.allocated;
  added.launches = 1;
  added.finding = std::move(finding);
}

}  // namespace warplab::runtime

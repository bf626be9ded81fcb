#include "verdict/run/evidence.hpp"

#include <tuple>

#include "verdict/result/gate_of_finding.hpp"
#include "words/text.hpp"

namespace warplab::verdict {
namespace {

// Of races: what orders the threads of a block, or of a warp, leaves the race between blocks.
int severity(const sim::Finding& f) {
  if (f.kind == sim::FindingKind::warp_synchronous) return 0;
  if (f.kind != sim::FindingKind::race) return 1;
  const auto place = [](const Dim3& d) { return std::tuple(d.x, d.y, d.z); };
  return f.other_place && place(f.place.block) != place(f.other_place->block) ? 2 : 1;
}

}  // namespace

std::string text_of(const Stop& stop) {
  return stop.finding ? words::text_of(*stop.finding) : words::text_of(stop.says);
}

const sim::Finding* first_finding(const Evidence& evidence, std::string_view gate) {
  const sim::Finding* first = nullptr;
  for (const sim::Finding& finding : evidence.findings)
    if (gate_of(finding.kind) == gate && (!first || severity(finding) > severity(*first)))
      first = &finding;
  return first;
}

}  // namespace warplab::verdict

#include "verdict/plan/run_cost.hpp"

#include <algorithm>

namespace warplab::verdict {
namespace {

using exercise::SizeSet;
using Purpose = SizeSet::Purpose;

// A drawn check may cost this many times the largest of the exercise's own.
constexpr uint64_t kTimesLargestCheck = 4;
// One beyond the check sizes may cost this part of the graded size, so that all of them together
// cost a few hundredths of that run.
constexpr uint64_t kPartOfGraded = 64;
// Of these there is one for each direction, and few come near it.
constexpr uint64_t kPartOfGradedAlone = 12;
// What a thread costs that finds nothing to do, as in a grid that covers both ways round of a long
// matrix, in bytes of buffers: a quarter of one that loads two floats and stores one.
constexpr uint64_t kBytesOfThread = 3;

}  // namespace

std::optional<uint64_t> cost_of(const exercise::Exercise& exercise, const SizeSet& size) {
  uint64_t most = 0;
  for (const exercise::Variant& variant : exercise.variants) {
    const Result<exercise::Case> c = exercise::instantiate(exercise, size, variant, 1);
    if (!c) return std::nullopt;
    uint64_t cost = 0;
    for (const data::Buffer& buffer : c->buffers) cost += bytes_of(buffer);
    for (const data::Launch& launch : c->launches)
      cost += kBytesOfThread * launch.grid.volume() * launch.block.volume();
    most = std::max(most, cost);
  }
  return most;
}

CostLimits cost_limits(const exercise::Exercise& exercise) {
  uint64_t check = 0, graded = 0;
  for (const SizeSet& size : exercise.sizes) {
    const uint64_t cost = cost_of(exercise, size).value_or(0);
    if (size.purpose == Purpose::check) check = std::max(check, cost);
    if (size.purpose == Purpose::graded) graded = std::max(graded, cost);
  }
  return {kTimesLargestCheck * check, std::max(check, graded / kPartOfGraded),
          std::max(check, graded / kPartOfGradedAlone)};
}

}  // namespace warplab::verdict

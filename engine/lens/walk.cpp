#include "lens/walk.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <tuple>

#include "lens/sentence.hpp"

namespace warplab::lens {
namespace {

using data::LoggedAccess;

auto order_of(const LoggedAccess& a) {
  return std::tuple(a.block, a.warp, a.execution, a.instruction);
}

bool is_same_instruction(const LoggedAccess& a, const LoggedAccess& b) {
  return a.instruction == b.instruction && a.space == b.space && a.kind == b.kind;
}

uint64_t distance(uint64_t a, uint64_t b) { return a < b ? b - a : a - b; }

// The coordinate that a step changes, and those that it keeps or comes close to.
struct Move {
  bool possible = false;
  uint64_t along = 0;               // how far
  std::array<uint64_t, 2> aside{};  // from the warp and iteration where it began
};

Move move_between(const LoggedAccess& from, const LoggedAccess& to, Step step, bool forward) {
  const auto ahead = [&](uint64_t a, uint64_t b) { return forward ? b > a : b < a; };
  switch (step) {
    case Step::iteration:
      return {to.block == from.block && to.warp == from.warp && ahead(from.execution, to.execution),
              distance(from.execution, to.execution)};
    case Step::warp:
      return {to.block == from.block && ahead(from.warp, to.warp),
              distance(from.warp, to.warp),
              {0, distance(from.execution, to.execution)}};
    case Step::block:
      return {ahead(from.block, to.block),
              distance(from.block, to.block),
              {distance(from.warp, to.warp), distance(from.execution, to.execution)}};
  }
  return {};
}

}  // namespace

std::vector<size_t> accesses_of_line(const data::AccessLog& log, int line) {
  std::vector<size_t> found;
  for (size_t i = 0; i < log.accesses.size(); ++i)
    if (log.accesses[i].line == line) found.push_back(i);
  std::stable_sort(found.begin(), found.end(), [&](size_t a, size_t b) {
    return order_of(log.accesses[a]) < order_of(log.accesses[b]);
  });
  return found;
}

size_t worst_of(const data::AccessLog& log, const std::vector<size_t>& accesses) {
  size_t worst = accesses.front();
  Cost most = cost_of(log.accesses[worst]);
  for (const size_t i : accesses) {
    const Cost cost = cost_of(log.accesses[i]);
    if (std::tuple(cost.excess(), cost.units) <= std::tuple(most.excess(), most.units)) continue;
    worst = i;
    most = cost;
  }
  return worst;
}

size_t step_from(const data::AccessLog& log, size_t at, Step step, bool forward) {
  const LoggedAccess& from = log.accesses[at];
  size_t best = at;
  std::optional<Move> nearest;
  for (size_t i = 0; i < log.accesses.size(); ++i) {
    if (!is_same_instruction(from, log.accesses[i])) continue;
    const Move move = move_between(from, log.accesses[i], step, forward);
    if (!move.possible) continue;
    if (nearest && std::tie(move.along, move.aside) >= std::tie(nearest->along, nearest->aside))
      continue;
    nearest = move;
    best = i;
  }
  return best;
}

}  // namespace warplab::lens

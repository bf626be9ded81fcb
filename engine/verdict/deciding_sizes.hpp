#pragma once
// Sizes at which a student's kernel decides otherwise than at all that are planned: what stands
// behind `if (rows * 3 - cols == 57)` must have been run before anybody can say that it is right.
#include <map>
#include <span>
#include <string>
#include <vector>

#include "data/size_formula.hpp"
#include "verdict/drawn_sizes.hpp"
#include "verdict/run_plan.hpp"

namespace warplab::verdict {

// For each decision of `formulas` (by kernel) that comes out alike in all of `planned` and
// otherwise at some size of `ranges`, one such size, drawn; the same for what two decisions come to
// together. `ranges` (Purpose::drawn) is looked through whole where it has few sizes, else at as
// many drawn ones; each name also alone up to what the exercise names for it.
std::vector<DrawnSize> deciding_sizes(const std::map<std::string, data::SizeFormula>& formulas,
                                      const exercise::Exercise& exercise,
                                      const exercise::SizeSet& ranges, const exercise::Draw& draw,
                                      std::span<const PlannedRun> planned);

}  // namespace warplab::verdict

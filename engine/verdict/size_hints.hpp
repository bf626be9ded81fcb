#pragma once
// What a student's compiled kernel says about the sizes and inputs at which it may do something
// else.
#include <bit>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "compile/compile.hpp"
#include "data/size_formula.hpp"

namespace warplab::verdict {

struct SizeHints {
  std::vector<int64_t> constants;                     // ptx::compared_constants()
  std::map<std::string, data::SizeFormula> formulas;  // ptx::size_decisions(), by kernel
  std::vector<double> values = {};                    // ptx::compared_values()
};

inline SizeHints hints_of(const compile::Compiled& compiled) {
  SizeHints hints{compiled.compared_constants, {}};
  for (const int64_t bits : compiled.compared_values)
    hints.values.push_back(std::bit_cast<double>(bits));
  for (const auto& [kernel, resources] : compiled.kernels)
    if (auto formula = data::formula_of(resources.size_decisions); formula && formula->decisions())
      hints.formulas.emplace(kernel, std::move(*formula));
  return hints;
}

}  // namespace warplab::verdict

#pragma once
// A formula that gives every element of a buffer its value. Only this room includes this header.
#include <cstddef>
#include <span>
#include <string_view>

#include "data/random.hpp"
#include "exercise/exercise.hpp"
#include "exercise/plane.hpp"

namespace warplab::exercise {

// The place of an element in row-major order, and a number from the seed: 0 <= random < 1.
inline constexpr std::string_view kIndexName = "index", kRandomName = "random";

// Writes the formula's values, rounded to the element type. Its names are those of `values`, i0 to
// i3, and with `random` both above. The error is the end of a sentence: a value does not fit
// elements that are whole numbers.
Result<bool> write_formula(const Formula& formula, const data::Buffer& buffer, const Values& values,
                           const data::RandomStream* random, const Piece& piece);

}  // namespace warplab::exercise

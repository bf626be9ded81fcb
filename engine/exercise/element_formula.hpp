#pragma once
// A formula that gives every element of a buffer its value. Only this room includes this header.
#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include "data/random.hpp"
#include "exercise/exercise.hpp"
#include "exercise/plane.hpp"

namespace warplab::exercise {

// The place of an element in row-major order, and a number from the seed: 0 <= random < 1.
inline constexpr std::string_view kIndexName = "index", kRandomName = "random";
// How bright a picture is at the element: 0 black, 1 white.
inline constexpr std::string_view kPictureName = "picture";

// What a formula sees besides the sizes, the flags and where the element is.
struct FormulaSources {
  const data::RandomStream* random = nullptr;
  const GreyPicture* picture = nullptr;  // stretched over the buffer
  const std::map<std::string, double>* parameters = nullptr;
};

// By the nearest pixel: element `i` of a buffer with these rows and columns, 0 ... 1. Of a buffer
// [rows, columns, 3 or 4] the element's own colour.
double grey_at(const GreyPicture& picture, const data::Buffer& buffer, size_t i);

// Writes the formula's values, rounded to the element type. Its names are those of `values`, i0 to
// i3, and what `sources` has. The error is the end of a sentence: a value does not fit elements
// that are whole numbers.
Result<bool> write_formula(const Formula& formula, const data::Buffer& buffer, const Values& values,
                           const FormulaSources& sources, const Piece& piece);

}  // namespace warplab::exercise

#pragma once
// Where an element lies in a buffer of several dimensions, and how many there are. A shape is a
// list of row-major extents, slowest first: {rows, columns}.
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "data/element.hpp"

namespace warplab::data {

// The product of the extents; none where it does not fit into 64 bits.
std::optional<uint64_t> elements_of(std::span<const uint64_t> shape);
// The bytes of so many elements; none likewise.
std::optional<uint64_t> bytes_of(ElementType type, std::span<const uint64_t> shape);

// [rows, columns, 3] or [rows, columns, 4]: red, green, blue, and perhaps opacity, of each pixel.
inline bool is_color_picture(std::span<const uint64_t> shape) {
  return shape.size() == 3 && (shape[2] == 3 || shape[2] == 4);
}

// The index of the element that is `number` in memory: {3, 17}. Beyond the end of the shape the
// first number is too large.
std::vector<uint64_t> index_of(uint64_t number, std::span<const uint64_t> shape);
// Its inverse; none where the index is not one of the shape's.
std::optional<uint64_t> number_of(std::span<const uint64_t> index, std::span<const uint64_t> shape);

// "out[3][17]".
std::string element_text(std::string_view buffer, std::span<const uint64_t> index);
std::string element_text(std::string_view buffer, uint64_t number, std::span<const uint64_t> shape);

}  // namespace warplab::data

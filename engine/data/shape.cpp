#include "data/shape.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace warplab::data {

std::optional<uint64_t> elements_of(std::span<const uint64_t> shape) {
  uint64_t elements = 1;
  for (const uint64_t extent : shape)
    if (__builtin_mul_overflow(elements, extent, &elements)) return std::nullopt;
  return elements;
}

std::optional<uint64_t> bytes_of(ElementType type, std::span<const uint64_t> shape) {
  const std::optional<uint64_t> elements = elements_of(shape);
  uint64_t bytes = 0;
  if (!elements || __builtin_mul_overflow(*elements, uint64_t{bytes_of(type)}, &bytes))
    return std::nullopt;
  return bytes;
}

std::vector<uint64_t> index_of(uint64_t number, std::span<const uint64_t> shape) {
  if (shape.empty()) return {number};
  std::vector<uint64_t> index(shape.size());
  for (size_t d = shape.size(); d-- > 1;) {
    const uint64_t extent = std::max<uint64_t>(shape[d], 1);
    index[d] = number % extent;
    number /= extent;
  }
  index[0] = number;
  return index;
}

std::optional<uint64_t> number_of(std::span<const uint64_t> index,
                                  std::span<const uint64_t> shape) {
  if (index.size() != shape.size()) return std::nullopt;
  uint64_t number = 0;
  for (size_t d = 0; d < shape.size(); ++d) {
    if (index[d] >= shape[d]) return std::nullopt;
    number = number * shape[d] + index[d];
  }
  return number;
}

std::string element_text(std::string_view buffer, std::span<const uint64_t> index) {
  std::string text(buffer);
  for (const uint64_t i : index) text += fmt::format("[{}]", i);
  return text;
}

std::string element_text(std::string_view buffer, uint64_t number,
                         std::span<const uint64_t> shape) {
  return element_text(buffer, index_of(number, shape));
}

}  // namespace warplab::data

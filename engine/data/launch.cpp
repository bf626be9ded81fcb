#include "data/launch.hpp"

#include <cassert>

#include "data/shape.hpp"

namespace warplab::data {

uint64_t elements_of(const Buffer& buffer) {
  const std::optional<uint64_t> elements = elements_of(buffer.shape);
  assert(elements);
  return *elements;
}

uint64_t bytes_of(const Buffer& buffer) {
  const std::optional<uint64_t> bytes = bytes_of(buffer.element, buffer.shape);
  assert(bytes);
  return *bytes;
}

std::string element_text(const Buffer& buffer, uint64_t number) {
  return element_text(buffer.name, number, buffer.shape);
}

}  // namespace warplab::data

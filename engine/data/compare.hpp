#pragma once
// Is an output the expected one? The only answer to this: of the verdict, on a GPU, in the pictures
// and in tests.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "data/element.hpp"

namespace warplab::data {

// a is right for b when |a - b| <= absolute + relative * |b|; both 0: equal.
struct Tolerance {
  double absolute = 0, relative = 0;
};

struct Comparison {
  uint64_t total = 0, wrong = 0;    // elements
  std::optional<uint64_t> first;    // the first wrong one, in memory order
  double expected = 0, actual = 0;  // at `first`; 64-bit integers are rounded
  // The two as people read them, with as many digits as it takes to tell them apart; exact for
  // integers.
  std::string expected_text, actual_text;
};

// Both spans hold elements of `type` and are equally long. a is right for b when
// |a - b| <= absolute + relative * |b|, or when they are equal (infinities). A NaN is never right,
// not even where one is expected: it is what memory holds that no thread has written, and an answer
// with a NaN in it cannot be checked.
Comparison compare(ElementType type, std::span<const std::byte> actual,
                   std::span<const std::byte> expected, const Tolerance& tolerance);

// The same rule for one element of `type`.
bool is_right(ElementType type, const std::byte* actual, const std::byte* expected,
              const Tolerance& tolerance);

}  // namespace warplab::data

#include "data/compare.hpp"

#include <cassert>
#include <cmath>
#include <utility>

namespace warplab::data {
namespace {

// A long double holds every 64-bit integer, so differences of those are exact.
template <class T>
bool within(T actual, T expected, const Tolerance& tolerance) {
  if (actual == expected) return true;
  const auto a = static_cast<long double>(actual), b = static_cast<long double>(expected);
  if (!std::isfinite(a) || !std::isfinite(b)) return false;
  return std::abs(a - b) <= tolerance.absolute + tolerance.relative * std::abs(b);
}

}  // namespace

Comparison compare(ElementType type, std::span<const std::byte> actual,
                   std::span<const std::byte> expected, const Tolerance& tolerance) {
  assert(actual.size() == expected.size());
  return with_type(type, [&]<class T>(T) {
    Comparison result;
    result.total = expected.size() / sizeof(T);
    for (uint64_t i = 0; i < result.total; ++i) {
      const std::byte* const at = actual.data() + i * sizeof(T);
      const std::byte* const right = expected.data() + i * sizeof(T);
      const auto a = number_in<T>(at), b = number_in<T>(right);
      if (within(a, b, tolerance)) continue;
      ++result.wrong;
      if (result.first) continue;
      result.first = i;
      result.actual = static_cast<double>(a);
      result.expected = static_cast<double>(b);
      TwoTexts texts = texts_apart(type, at, right);
      result.actual_text = std::move(texts.first);
      result.expected_text = std::move(texts.second);
    }
    return result;
  });
}

bool is_right(ElementType type, const std::byte* actual, const std::byte* expected,
              const Tolerance& tolerance) {
  return with_type(type, [&]<class T>(T) {
    return within(number_in<T>(actual), number_in<T>(expected), tolerance);
  });
}

}  // namespace warplab::data

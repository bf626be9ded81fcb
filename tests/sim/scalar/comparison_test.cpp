#include "sim/scalar/comparison.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>

namespace warplab::sim::scalar {
namespace {

// The answers for a < b, a == b, a > b and for a NaN among the operands.
struct Answers {
  bool less, equal, greater, unordered;
};

template <Comparison C, typename T>
void check(Answers expected) {
  const T nan = static_cast<T>(NAN);
  CHECK(compare<C>(T(1), T(2)) == expected.less);
  CHECK(compare<C>(T(-INFINITY), T(0)) == expected.less);
  CHECK(compare<C>(T(2), T(2)) == expected.equal);
  CHECK(compare<C>(T(0), T(-0.0)) == expected.equal);
  CHECK(compare<C>(T(3), T(2)) == expected.greater);
  CHECK(compare<C>(nan, T(2)) == expected.unordered);
  CHECK(compare<C>(T(2), nan) == expected.unordered);
  CHECK(compare<C>(nan, nan) == expected.unordered);
}

template <typename T>
void check_all() {
  using enum Comparison;
  check<eq, T>({false, true, false, false});
  check<ne, T>({true, false, true, false});
  check<lt, T>({true, false, false, false});
  check<le, T>({true, true, false, false});
  check<gt, T>({false, false, true, false});
  check<ge, T>({false, true, true, false});
  check<equ, T>({false, true, false, true});
  check<neu, T>({true, false, true, true});
  check<ltu, T>({true, false, false, true});
  check<leu, T>({true, true, false, true});
  check<gtu, T>({false, false, true, true});
  check<geu, T>({false, true, true, true});
  check<num, T>({true, true, true, false});
  check<nan, T>({false, false, false, true});
}

TEST_CASE("setp on f32 and f64 answers as its table in the manual") {
  check_all<float>();
  check_all<double>();
}

TEST_CASE("setp on integers follows their signedness") {
  using enum Comparison;
  CHECK(compare<lt>(std::int32_t{-1}, std::int32_t{1}));
  CHECK_FALSE(compare<lt>(0xffffffffu, 1u));
  CHECK(compare<ge>(0xffffffffu, 1u));
  CHECK(compare<ne>(std::int64_t{5}, std::int64_t{6}));
  CHECK_FALSE(compare<ne>(std::int64_t{5}, std::int64_t{5}));
  CHECK(compare<eq>(std::uint16_t{7}, std::uint16_t{7}));
  CHECK(compare<le>(std::int16_t{-32768}, std::int16_t{-32768}));
  CHECK_FALSE(compare<gt>(std::int16_t{-32768}, std::int16_t{32767}));
}

}  // namespace
}  // namespace warplab::sim::scalar

// Shifts and bit manipulation against the pseudocode of the PTX manual, bit by bit.

#include "sim/scalar/bits.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>

#include "samples.hpp"

namespace warplab::sim::scalar {
namespace {

constexpr int kRandomCases = 25'000;

template <typename T>
T sample(samples::Random& random) {
  if constexpr (sizeof(T) == 8) return static_cast<T>(samples::long_word(random));
  return static_cast<T>(samples::word(random));
}

template <typename T>
constexpr int kWidth = 8 * sizeof(T);

template <typename T>
bool bit_of(T x, int place) {
  return ((static_cast<std::uint64_t>(x) >> place) & 1u) != 0;
}

// A word from its bits, each given by a function of its place.
template <typename T, typename Bit>
T word_of(Bit bit) {
  std::uint64_t result = 0;
  for (int i = 0; i < kWidth<T>; ++i) result |= static_cast<std::uint64_t>(bit(i)) << i;
  return static_cast<T>(result);
}

template <typename T>
void check_shifts(std::uint64_t seed) {
  samples::Random random(seed);
  for (int i = 0; i < kRandomCases; ++i) {
    const T a = sample<T>(random);
    const std::uint32_t amount =
        (random() & 3) == 0 ? samples::word(random) : static_cast<std::uint32_t>(random() % 70);
    const bool fill = std::is_signed_v<T> && a < 0;
    const auto left = [&](int place) {
      return static_cast<std::uint32_t>(place) >= amount &&
             bit_of(a, place - static_cast<int>(amount));
    };
    const auto right = [&](int place) {
      const std::uint64_t from = static_cast<std::uint64_t>(place) + amount;
      return from < kWidth<T> ? bit_of(a, static_cast<int>(from)) : fill;
    };
    CAPTURE(a);
    CAPTURE(amount);
    REQUIRE(shl(a, amount) == word_of<T>(left));
    REQUIRE(shr(a, amount) == word_of<T>(right));
  }
}

TEST_CASE("shifts by more than the width shift everything out") {
  check_shifts<std::int16_t>(1);
  check_shifts<std::uint16_t>(2);
  check_shifts<std::int32_t>(3);
  check_shifts<std::uint32_t>(4);
  check_shifts<std::int64_t>(5);
  check_shifts<std::uint64_t>(6);
}

TEST_CASE("funnel shifts clamp their amount at 32 or take it modulo 32") {
  CHECK(shf_l<FunnelMode::Clamp>(0x89abcdefu, 0x01234567u, 8) == 0x23456789u);
  CHECK(shf_r<FunnelMode::Clamp>(0x89abcdefu, 0x01234567u, 8) == 0x6789abcdu);
  CHECK(shf_l<FunnelMode::Clamp>(0x89abcdefu, 0x01234567u, 40) == 0x89abcdefu);
  CHECK(shf_r<FunnelMode::Clamp>(0x89abcdefu, 0x01234567u, 40) == 0x01234567u);
  CHECK(shf_l<FunnelMode::Wrap>(0x89abcdefu, 0x01234567u, 40) == 0x23456789u);
  CHECK(shf_r<FunnelMode::Wrap>(0x89abcdefu, 0x01234567u, 40) == 0x6789abcdu);
  CHECK(shf_l<FunnelMode::Wrap>(1u, 2u, 32) == 2u);
  CHECK(shf_r<FunnelMode::Clamp>(1u, 2u, 0) == 1u);
}

// PTX ISA, bfe.
template <typename T>
T bfe_as_written(T a, std::uint32_t position, std::uint32_t length) {
  const int msb = kWidth<T> - 1;
  const int pos = static_cast<int>(position & 0xff);
  const int len = static_cast<int>(length & 0xff);
  const bool sign = std::is_signed_v<T> && len != 0 && bit_of(a, std::min(pos + len - 1, msb));
  return word_of<T>([&](int i) { return i < len && pos + i <= msb ? bit_of(a, pos + i) : sign; });
}
// PTX ISA, bfi.
template <typename T>
T bfi_as_written(T a, T b, std::uint32_t position, std::uint32_t length) {
  const int msb = kWidth<T> - 1;
  const int pos = static_cast<int>(position & 0xff);
  const int len = static_cast<int>(length & 0xff);
  return word_of<T>([&](int i) {
    return i >= pos && i < pos + len && i <= msb ? bit_of(a, i - pos) : bit_of(b, i);
  });
}

template <typename T>
void check_fields(std::uint64_t seed) {
  using U = std::make_unsigned_t<T>;
  samples::Random random(seed);
  for (int i = 0; i < kRandomCases; ++i) {
    const T a = sample<T>(random);
    const U b = sample<U>(random);
    const auto position = static_cast<std::uint32_t>(random() % (i % 2 == 0 ? 70 : 256));
    const auto length = static_cast<std::uint32_t>(random() % (i % 3 == 0 ? 256 : 70));
    CAPTURE(a);
    CAPTURE(position);
    CAPTURE(length);
    REQUIRE(bfe(a, position, length) == bfe_as_written(a, position, length));
    REQUIRE(bfi(static_cast<U>(a), b, position, length) ==
            bfi_as_written(static_cast<U>(a), b, position, length));
  }
}

TEST_CASE("bfe and bfi handle fields that are empty or reach beyond the word") {
  check_fields<std::int32_t>(7);
  check_fields<std::uint32_t>(8);
  check_fields<std::int64_t>(9);
  check_fields<std::uint64_t>(10);
}

TEST_CASE("only the low byte of a position or length counts for 32 bits, all of it for 64") {
  CHECK(bfe(0xabcd1234u, 0x100u + 8, 0x100u + 8) == 0x12u);
  CHECK(bfe(std::uint64_t{0xabcd1234}, 0x100u + 8, 8u) == 0u);
  CHECK(bfi(0xffu, 0u, 0x100u + 8, 8u) == 0xff00u);
  CHECK(bfi(std::uint64_t{0xff}, std::uint64_t{0}, 0x100u + 8, 8u) == 0u);
}

template <typename T>
void check_counts(std::uint64_t seed) {
  using U = std::make_unsigned_t<T>;
  samples::Random random(seed);
  for (int i = 0; i < kRandomCases; ++i) {
    const T a = sample<T>(random);
    const U bits = static_cast<U>(a);
    std::uint32_t ones = 0;
    int highest = -1;      // highest set bit
    int significant = -1;  // highest bit that is not the sign
    for (int place = 0; place < kWidth<T>; ++place) {
      ones += bit_of(a, place);
      if (bit_of(a, place)) highest = place;
      if (bit_of(a, place) != (std::is_signed_v<T> && a < 0)) significant = place;
    }
    CAPTURE(a);
    REQUIRE(popc(bits) == ones);
    REQUIRE(clz(bits) == static_cast<std::uint32_t>(kWidth<T> - 1 - highest));
    REQUIRE(brev(bits) == word_of<U>([&](int place) { return bit_of(a, kWidth<T> - 1 - place); }));
    REQUIRE(bfind(a) == static_cast<std::uint32_t>(significant));
    REQUIRE(bfind_shiftamt(a) ==
            (significant < 0 ? ~0u : static_cast<std::uint32_t>(kWidth<T> - 1 - significant)));
  }
  CHECK(popc(U{0}) == 0);
  CHECK(clz(U{0}) == kWidth<T>);
  CHECK(bfind(T{0}) == 0xffffffffu);
  CHECK(bfind_shiftamt(T{0}) == 0xffffffffu);
}

TEST_CASE("popc, clz, brev and bfind count and find bits of every word") {
  check_counts<std::int32_t>(11);
  check_counts<std::uint32_t>(12);
  check_counts<std::int64_t>(13);
  check_counts<std::uint64_t>(14);
}

TEST_CASE("fns finds the n-th set bit up or down from a place") {
  const std::uint32_t mask = 0x80000115u;  // bits 0, 2, 4, 8, 31
  CHECK(fns(mask, 0, 1) == 0);
  CHECK(fns(mask, 0, 2) == 2);
  CHECK(fns(mask, 1, 1) == 2);
  CHECK(fns(mask, 5, 2) == 31);
  CHECK(fns(mask, 5, 3) == 0xffffffffu);
  CHECK(fns(mask, 7, -1) == 4);
  CHECK(fns(mask, 8, -4) == 0);
  CHECK(fns(mask, 8, -5) == 0xffffffffu);
  CHECK(fns(mask, 4, 0) == 4);
  CHECK(fns(mask, 5, 0) == 0xffffffffu);
  CHECK(fns(0, 0, 1) == 0xffffffffu);
  CHECK(fns(0xffffffffu, 31, INT32_MIN) == 0xffffffffu);
}

TEST_CASE("lop3 computes any function of three bits from its table") {
  samples::Random random(15);
  for (std::uint32_t table = 0; table < 256; ++table) {
    const std::uint32_t a = samples::word(random);
    const std::uint32_t b = samples::word(random);
    const std::uint32_t c = samples::word(random);
    REQUIRE(lop3(a, b, c, table) == word_of<std::uint32_t>([&](int i) {
              return bit_of(table, 4 * bit_of(a, i) + 2 * bit_of(b, i) + bit_of(c, i));
            }));
  }
  CHECK(lop3(0xff00ff00u, 0xf0f0f0f0u, 0xccccccccu, 0x96) ==
        (0xff00ff00u ^ 0xf0f0f0f0u ^ 0xccccccccu));
}

TEST_CASE("prmt picks bytes by index, with sign replication") {
  const std::uint32_t a = 0x83020100u;
  const std::uint32_t b = 0x87060504u;
  CHECK(prmt(a, b, 0x3210) == a);
  CHECK(prmt(a, b, 0x7654) == b);
  CHECK(prmt(a, b, 0x0123) == 0x00010283u);
  CHECK(prmt(a, b, 0xf7b3) == 0xff87ff83u);
  CHECK(prmt(a, b, 0x8888) == 0);
  CHECK(prmt(a, b, 0x54103210u) == a);
}

TEST_CASE("prmt's modes follow their tables in the manual") {
  const std::uint32_t a = 0x33221100u;
  const std::uint32_t b = 0x77665544u;
  constexpr std::uint32_t kF4e[] = {0x33221100, 0x44332211, 0x55443322, 0x66554433};
  constexpr std::uint32_t kB4e[] = {0x55667700, 0x66770011, 0x77001122, 0x00112233};
  constexpr std::uint32_t kRc8[] = {0x00000000, 0x11111111, 0x22222222, 0x33333333};
  constexpr std::uint32_t kEcl[] = {0x33221100, 0x33221111, 0x33222222, 0x33333333};
  constexpr std::uint32_t kEcr[] = {0x00000000, 0x11111100, 0x22221100, 0x33221100};
  constexpr std::uint32_t kRc16[] = {0x11001100, 0x33223322, 0x11001100, 0x33223322};
  for (std::uint32_t c = 0; c < 4; ++c) {
    CAPTURE(c);
    CHECK(prmt<PrmtMode::F4e>(a, b, c) == kF4e[c]);
    CHECK(prmt<PrmtMode::B4e>(a, b, c) == kB4e[c]);
    CHECK(prmt<PrmtMode::Rc8>(a, b, c) == kRc8[c]);
    CHECK(prmt<PrmtMode::Ecl>(a, b, c) == kEcl[c]);
    CHECK(prmt<PrmtMode::Ecr>(a, b, c) == kEcr[c]);
    CHECK(prmt<PrmtMode::Rc16>(a, b, c) == kRc16[c]);
    CHECK(prmt<PrmtMode::F4e>(a, b, c + 4) == kF4e[c]);
  }
}

TEST_CASE("szext extends a field of n bits, bmsk makes one") {
  CHECK(szext<std::int32_t, FunnelMode::Clamp>(0x0000fff0u, 5) == 0xfffffff0u);
  CHECK(szext<std::uint32_t, FunnelMode::Clamp>(0x0000fff0u, 5) == 0x10u);
  CHECK(szext<std::int32_t, FunnelMode::Clamp>(0x80000000u, 40) == 0x80000000u);
  CHECK(szext<std::int32_t, FunnelMode::Wrap>(0x000000ffu, 36) == 0xffffffffu);
  CHECK(szext<std::int32_t, FunnelMode::Clamp>(0xffu, 0) == 0u);
  CHECK(szext<std::uint32_t, FunnelMode::Wrap>(0xffu, 32) == 0u);
  CHECK(bmsk<FunnelMode::Clamp>(4, 8) == 0xff0u);
  CHECK(bmsk<FunnelMode::Clamp>(4, 40) == 0xfffffff0u);
  CHECK(bmsk<FunnelMode::Clamp>(40, 4) == 0u);
  CHECK(bmsk<FunnelMode::Wrap>(36, 36) == 0xf0u);
}

TEST_CASE("cnot is 1 for zero and 0 for all else") {
  CHECK(cnot(0u) == 1u);
  CHECK(cnot(5u) == 0u);
  CHECK(cnot(std::uint64_t{1} << 63) == 0u);
}

}  // namespace
}  // namespace warplab::sim::scalar

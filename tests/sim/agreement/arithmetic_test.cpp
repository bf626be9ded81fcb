// Corpus kernels that compute with whole numbers, against the same arithmetic on the host.
#include <algorithm>
#include <bit>
#include <cstdlib>

#include "corpus_run.hpp"

using namespace warplab;

namespace {

__extension__ typedef unsigned __int128 Wide;
__extension__ typedef __int128 SignedWide;

template <class T>
void append_width(std::vector<int64_t>& out, T a, T b) {
  // Unsigned arithmetic wraps around on the host as on the GPU.
  using U = std::make_unsigned_t<T>;
  const auto x = static_cast<uint64_t>(static_cast<U>(a)),
             y = static_cast<uint64_t>(static_cast<U>(b));
  const auto as_t = [](uint64_t v) { return static_cast<T>(v); };
  out.push_back(static_cast<int64_t>(as_t(x + y) ^ as_t(x * y) ^ as_t(x - y)));
  if (b == 0 || b == T(-1)) {
    out.push_back(0);
    return;
  }
  const T quotient = static_cast<T>(a / b), remainder = static_cast<T>(a % b);
  using Promoted = decltype(quotient * 31 + remainder);
  out.push_back(static_cast<int64_t>(static_cast<Promoted>(static_cast<uint64_t>(quotient) * 31 +
                                                           static_cast<uint64_t>(remainder))));
}

uint32_t byte_of(uint64_t pool, unsigned i) {
  return static_cast<uint32_t>(pool >> (8 * i) & 0xff);
}

uint32_t permuted(uint32_t a, uint32_t b, uint32_t selector) {
  const uint64_t pool = uint64_t{b} << 32 | a;
  uint32_t result = 0;
  for (unsigned i = 0; i < 4; ++i) {
    const uint32_t byte = byte_of(pool, selector >> (4 * i) & 7);
    const bool sign = (selector >> (4 * i) & 8) != 0;
    result |= (sign ? (byte & 0x80 ? 0xffu : 0u) : byte) << (8 * i);
  }
  return result;
}

uint64_t reversed(uint64_t value, unsigned bits) {
  uint64_t result = 0;
  for (unsigned i = 0; i < bits; ++i) result |= (value >> i & 1) << (bits - 1 - i);
  return result;
}

}  // namespace

TEST_CASE("arithmetic of 8, 16, 32 and 64 bits wraps around, divides and takes remainders") {
  for (const CorpusRun& run : run_corpus("integer_widths")) {
    const auto a = run.before<int64_t>("a"), b = run.before<int64_t>("b");
    std::vector<int64_t> expected;
    for (size_t i = 0; i < a.size(); ++i) {
      append_width(expected, static_cast<int8_t>(a[i]), static_cast<int8_t>(b[i]));
      append_width(expected, static_cast<uint8_t>(a[i]), static_cast<uint8_t>(b[i]));
      append_width(expected, static_cast<int16_t>(a[i]), static_cast<int16_t>(b[i]));
      append_width(expected, static_cast<uint16_t>(a[i]), static_cast<uint16_t>(b[i]));
      append_width(expected, static_cast<int32_t>(a[i]), static_cast<int32_t>(b[i]));
      append_width(expected, static_cast<uint32_t>(a[i]), static_cast<uint32_t>(b[i]));
      append_width(expected, a[i], b[i]);
      append_width(expected, static_cast<uint64_t>(a[i]), static_cast<uint64_t>(b[i] >> (i % 60)));
    }
    CHECK(difference(run.result<int64_t>("out"), expected) == "");
    CHECK(run.report.completed);
  }
}

TEST_CASE("shifts by less than the width move bits, and funnel shifts bring in the other word") {
  for (const CorpusRun& run : run_corpus("shifts")) {
    const auto a = run.before<uint64_t>("a");
    std::vector<uint64_t> expected;
    for (unsigned i = 0; i < 64; ++i) {
      const uint64_t x = a[i];
      const auto narrow = [](uint64_t v) { return uint64_t{static_cast<uint32_t>(v)}; };
      expected.insert(expected.end(),
                      {x << i, x >> i, static_cast<uint64_t>(static_cast<int64_t>(x) >> i),
                       narrow(narrow(x) << (i & 31)),
                       static_cast<uint64_t>(int64_t{static_cast<int32_t>(x) >> (i & 31)}),
                       narrow((x << (i & 31)) >> 32), narrow(x >> (i & 31)),
                       narrow((x << std::min(i, 32u)) >> 32)});
    }
    CHECK(difference(run.result<uint64_t>("out"), expected) == "");
  }
}

TEST_CASE("upper halves of products and carries across 64 bits are exact") {
  for (const CorpusRun& run : run_corpus("wide_multiply")) {
    const auto a = run.before<uint64_t>("a"), b = run.before<uint64_t>("b");
    std::vector<uint64_t> expected;
    for (size_t i = 0; i < a.size(); ++i) {
      const auto al = static_cast<uint32_t>(a[i]), bl = static_cast<uint32_t>(b[i]);
      const SignedWide both = SignedWide{static_cast<int64_t>(a[i])} * static_cast<int64_t>(b[i]);
      const int64_t low = int64_t{static_cast<int32_t>(al)} * static_cast<int32_t>(bl);
      const Wide x = Wide{a[i]} << 64 | b[i], y = Wide{b[i]} << 64 | ~a[i];
      expected.insert(
          expected.end(),
          {static_cast<uint64_t>(Wide{a[i]} * b[i] >> 64), static_cast<uint64_t>(both >> 64),
           (uint64_t{al} * bl) >> 32, static_cast<uint64_t>(low >> 32),
           static_cast<uint32_t>((al & 0xffffff) * uint64_t{bl & 0xffffff}),
           static_cast<uint64_t>((x + y) >> 64), static_cast<uint64_t>((x - y) >> 64),
           static_cast<uint64_t>((x * y) >> 64)});
    }
    CHECK(difference(run.result<uint64_t>("out"), expected) == "");
  }
}

TEST_CASE("bits are counted, found, reversed and rearranged") {
  for (const CorpusRun& run : run_corpus("bit_tricks")) {
    const auto a = run.before<uint64_t>("a");
    std::vector<uint32_t> expected;
    for (unsigned i = 0; i < 64; ++i) {
      const uint64_t wide = a[i] >> i;
      const auto x = static_cast<uint32_t>(wide), y = static_cast<uint32_t>(a[63 - i]);
      const auto first = [](uint64_t v) { return v ? std::countr_zero(v) + 1 : 0; };
      const unsigned start = i & 31;
      // Seven bits from `start`, with the sign of the last one that there is.
      const auto field = static_cast<uint32_t>(
          static_cast<int64_t>(int64_t{static_cast<int32_t>(x)} >> start << 57) >> 57);
      const uint32_t mask = static_cast<uint32_t>(uint64_t{0x1ff} << start);
      const uint32_t table = 0x0ff0f00f;
      expected.insert(
          expected.end(),
          {static_cast<uint32_t>(std::popcount(x)), static_cast<uint32_t>(std::popcount(wide)),
           static_cast<uint32_t>(std::countl_zero(x)),
           static_cast<uint32_t>(std::countl_zero(wide)), static_cast<uint32_t>(first(x)),
           static_cast<uint32_t>(first(wide)), static_cast<uint32_t>(reversed(x, 32)),
           static_cast<uint32_t>(reversed(wide, 64)), permuted(x, y, 0x5072),
           permuted(x, y, y & 0x7777), (x & y) | ((~x & 0x12345678u) ^ (y >> 3)), x >> 5 & 0x1ff,
           (x & ~0xff0u) | (y & 0xff) << 4, field,
           (x & ~mask) | (static_cast<uint32_t>(uint64_t{y} << start) & mask),
           (x & y) | (~x & table)});
    }
    CHECK(difference(run.result<uint32_t>("out"), expected) == "");
  }
}

TEST_CASE("dot products of bytes and halfwords add to the third operand") {
  for (const CorpusRun& run : run_corpus("dot_products")) {
    const auto a = run.before<uint32_t>("a"), b = run.before<uint32_t>("b");
    std::vector<uint32_t> expected;
    for (size_t i = 0; i < a.size(); ++i) {
      int32_t signed_sum = 1000, halves = -7;
      uint32_t sum = 1000, upper = 7, distance = 0, added = 0;
      for (unsigned k = 0; k < 4; ++k) {
        const uint32_t x = byte_of(a[i], k), y = byte_of(b[i], k);
        signed_sum += static_cast<int8_t>(x) * static_cast<int8_t>(y);
        sum += x * y;
        distance |= (x > y ? x - y : y - x) << (8 * k);
        added |= ((x + y) & 0xff) << (8 * k);
      }
      for (unsigned k = 0; k < 2; ++k) {
        halves += static_cast<int16_t>(a[i] >> (16 * k)) * static_cast<int8_t>(byte_of(b[i], k));
        upper += (a[i] >> (16 * k) & 0xffff) * byte_of(b[i], k + 2);
      }
      const int64_t gap = int64_t{static_cast<int32_t>(a[i])} - static_cast<int32_t>(b[i]);
      expected.insert(expected.end(),
                      {static_cast<uint32_t>(signed_sum), sum, static_cast<uint32_t>(halves), upper,
                       static_cast<uint32_t>(gap < 0 ? -gap : gap) + 5,
                       (a[i] > b[i] ? a[i] - b[i] : b[i] - a[i]) + 5, distance, added});
    }
    CHECK(difference(run.result<uint32_t>("out"), expected) == "");
  }
}

TEST_CASE("division by constants and by variables of both widths gives quotient and remainder") {
  for (const CorpusRun& run : run_corpus("integer_division")) {
    const auto a = run.before<int64_t>("a");
    std::vector<int64_t> expected;
    for (size_t i = 0; i < 64; ++i) {
      const int64_t x = a[i], y = (a[63 - i] >> (i % 48)) | 1;
      const auto xi = static_cast<int32_t>(x), yi = static_cast<int32_t>(y);
      expected.insert(
          expected.end(),
          {x / 7, x % 1000003,
           static_cast<int64_t>(static_cast<uint64_t>(x) / static_cast<uint64_t>(y)), x % y,
           static_cast<int64_t>(static_cast<uint32_t>(xi / 10) + static_cast<uint32_t>(x) % 12),
           xi / (yi | 2)});
    }
    CHECK(difference(run.result<int64_t>("out"), expected) == "");
  }
}

TEST_CASE("a generator of random numbers runs as it does on the host") {
  for (const CorpusRun& run : run_corpus("monte_carlo")) {
    std::vector<uint32_t> expected;
    for (unsigned i = 0; i < 64; ++i) {
      uint64_t state = static_cast<uint32_t>(i * 2654435761u + 12345);
      const auto next = [&] {
        state = state * 6364136223846793005ull + 1442695040888963407ull;
        return state >> 40 & 0xffff;
      };
      uint32_t inside = 0;
      for (int k = 0; k < 100; ++k) {
        const uint64_t x = next(), y = next();
        inside += x * x + y * y < 1ull << 32;
      }
      expected.push_back(inside);
    }
    CHECK(difference(run.result<uint32_t>("hits"), expected) == "");
  }
}

TEST_CASE("pairs of 16-bit numbers are added, compared and floored one by one") {
  for (const CorpusRun& run : run_corpus("packed_integers")) {
    const auto a = run.before<uint32_t>("a"), b = run.before<uint32_t>("b");
    std::vector<uint32_t> expected;
    for (size_t i = 0; i < 64; ++i) {
      const uint32_t x = a[i], y = b[i], z = a[63 - i];
      // Applies `f` to the signed halves and puts the results side by side.
      const auto halves = [&](auto f) {
        const auto part = [](uint32_t v, int k) {
          return int32_t{static_cast<int16_t>(v >> (16 * k))};
        };
        uint32_t both = 0;
        for (int k = 0; k < 2; ++k)
          both |=
              static_cast<uint32_t>(static_cast<uint16_t>(f(part(x, k), part(y, k), part(z, k))))
              << (16 * k);
        return both;
      };
      const auto u = [](int32_t v) { return int32_t{static_cast<uint16_t>(v)}; };
      const auto sum = static_cast<int32_t>(x + y);
      const auto xs = static_cast<int32_t>(x), ys = static_cast<int32_t>(y);
      uint32_t distance = 0;
      halves([&](int32_t p, int32_t q, int32_t) {
        distance += static_cast<uint32_t>(std::abs(p - q));
        return 0;
      });
      expected.insert(
          expected.end(),
          {halves([](int32_t p, int32_t q, int32_t) { return std::max(p, q); }),
           halves([&](int32_t p, int32_t q, int32_t) { return std::min(u(p), u(q)); }),
           halves([](int32_t p, int32_t q, int32_t) { return p + q; }),
           halves([](int32_t p, int32_t q, int32_t) { return p - q; }),
           halves([](int32_t p, int32_t q, int32_t r) {
             return std::max(int32_t{static_cast<int16_t>(p + q)}, r);
           }),
           halves([&](int32_t p, int32_t q, int32_t r) {
             return std::min({u(p), u(q), u(r)});
           }),
           static_cast<uint32_t>(std::max({sum, static_cast<int32_t>(z), 0})),
           static_cast<uint32_t>(std::max({xs, ys, 0})),
           halves([](int32_t p, int32_t q, int32_t) { return std::max(0, std::min(p, q)); }),
           distance});
    }
    CHECK(difference(run.result<uint32_t>("out"), expected) == "");
  }
}

TEST_CASE("instructions that compilers seldom write do what the manual says") {
  for (const CorpusRun& run : run_corpus("rare_instructions")) {
    const auto a = run.before<uint32_t>("a"), b = run.before<uint32_t>("b");
    std::vector<uint32_t> expected;
    for (uint32_t i = 0; i < 64; ++i) {
      const uint32_t x = a[i], y = b[i], n = i & 31;
      const auto xs = static_cast<int32_t>(x), ys = static_cast<int32_t>(y);
      const auto low24 = [](uint32_t v) { return static_cast<int32_t>(v << 8) >> 8; };
      const uint64_t pool = uint64_t{y} << 32 | x;
      const auto bytes = [&](auto index) {
        uint32_t result = 0;
        for (uint32_t k = 0; k < 4; ++k) result |= byte_of(pool, index(k, i & 3)) << (8 * k);
        return result;
      };
      const int32_t shifted = xs >> n;
      const uint32_t found = static_cast<uint32_t>(shifted < 0 ? ~shifted : shifted);
      const uint32_t tiny = x & 0x80ffffff;
      const bool is_subnormal = (tiny & 0x7f800000) == 0 && (tiny & 0x7fffff) != 0;
      const bool is_normal = (tiny & 0x7f800000) != 0;
      const bool p1 = x < y && is_subnormal, p2 = !(x < y) && is_subnormal;
      const bool p3 = xs > ys || !p2, p4 = (x <= y) != p3;
      const int64_t saturated = std::clamp<int64_t>(int64_t{xs} + ys, INT32_MIN, INT32_MAX);
      const int64_t upper =
          std::clamp<int64_t>((int64_t{xs} * ys >> 32) + xs, INT32_MIN, INT32_MAX);
      const uint64_t mask = i == 0 ? 0 : ((uint64_t{1} << i) - 1) << n;
      const uint32_t h1 = x & 0xffff, h2 = x >> 16, h3 = y & 0xffff, h4 = y >> 16;
      expected.insert(
          expected.end(),
          {xs < ys ? 0xffffffffu : 0u,
           ys >= 0 ? x : y,
           static_cast<uint32_t>(int64_t{low24(x)} * low24(y)) + n,
           static_cast<uint32_t>(uint64_t{x & 0xffffff} * (y & 0xffffff) >> 16),
           n == 0 ? 0 : static_cast<uint32_t>(static_cast<int32_t>(x << (32 - n)) >> (32 - n)),
           i >= 32 ? static_cast<uint32_t>(~uint64_t{0} << n) : static_cast<uint32_t>(mask),
           (x & 3) == 0 ? 1u : 0u,
           bytes([](uint32_t k, uint32_t c) { return (c + k) & 7; }) ^
               bytes([](uint32_t k, uint32_t c) { return (c - k) & 7; }),
           bytes([](uint32_t, uint32_t c) { return c; }) ^
               bytes([](uint32_t k, uint32_t c) { return std::max(k, c); }),
           bytes([](uint32_t k, uint32_t c) { return std::min(k, c); }) ^
               bytes([](uint32_t k, uint32_t c) { return (c & 1) * 2 + (k & 1); }),
           found == 0 ? 0xffffffffu : 31u - static_cast<uint32_t>(std::countl_zero(found)),
           shifted == 0 ? 0xffffffffu
                        : static_cast<uint32_t>(std::countl_zero(static_cast<uint32_t>(shifted))),
           (is_subnormal ? 1u : 0u) | (is_normal ? 2u : 0u),
           (p1 ? 1u : 0u) | (p2 ? 2u : 0u) | (p3 ? 4u : 0u) | (p4 ? 8u : 0u),
           1u | (i < 32 ? 2u : 0u),
           (x > y ? x - y : y - x) + 7,
           static_cast<uint32_t>(saturated),
           static_cast<uint32_t>(upper),
           (x - y) ^ (y - x - (x < y ? 1u : 0u)),
           ((h3 << 16 | h2) ^ (h1 << 16 | h4)) + (h2 << 16 | h4)});
    }
    CHECK(difference(run.result<uint32_t>("out"), expected) == "");
  }
}

// For sm_75 the Toolkit's headers convert by integer arithmetic of their own.
TEST_CASE("8-bit floats are what the Toolkit's own arithmetic makes of the same numbers") {
  const std::vector<CorpusRun> runs = run_corpus("narrow_floats");
  REQUIRE(runs.size() == 2);
  for (const char* name : {"back", "halves"})
    CHECK(difference(runs[1].result<uint32_t>(name), runs[0].result<uint32_t>(name)) == "");
  const auto bytes = runs[1].result<uint16_t>("bytes");
  CHECK(difference(bytes, runs[0].result<uint16_t>("bytes")) == "");
  const std::vector<uint16_t> limits(bytes.begin() + 4 * 5, bytes.begin() + 4 * 8);
  // Both infinities, NaN and -0, and two numbers half-way beyond the largest.
  CHECK(difference(limits, std::vector<uint16_t>{0xfe7e, 0xfb7b, 0xfe7e, 0xfb7b,  //
                                                 0x807f, 0x807f, 0x807f, 0x807f,  //
                                                 0x7e7e, 0x7b5f, 0x7e7e, 0x7b5f}) == "");
}

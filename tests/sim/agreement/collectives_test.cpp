// Corpus kernels whose lanes name different masks, or lanes that are not there.
#include <algorithm>
#include <bit>
#include <functional>

#include "corpus_run.hpp"
#include "words/text.hpp"

using namespace warplab;

namespace {

// Of the 32 lanes from `warp` on, those for which `holds`.
uint32_t lanes_with(size_t warp, const std::function<bool(size_t)>& holds) {
  uint32_t lanes = 0;
  for (size_t l = 0; l < 32; ++l) lanes |= static_cast<uint32_t>(holds(warp + l)) << l;
  return lanes;
}

template <class F>
void each(uint32_t lanes, F f) {
  for (; lanes; lanes &= lanes - 1) f(static_cast<size_t>(std::countr_zero(lanes)));
}

}  // namespace

TEST_CASE("lanes that name the same mask make a collective of their own") {
  for (const CorpusRun& run : run_corpus("mask_groups")) {
    CHECK(run.report.findings.empty());
    const auto in = run.before<int>("in");
    std::vector<uint32_t> expected;
    for (size_t t = 0; t < 64; ++t) {
      const size_t warp = t / 32 * 32;
      const auto v = [&](size_t i) { return in[i]; };
      const uint32_t group = lanes_with(warp, [&](size_t i) { return v(i) % 5 == v(t) % 5; });
      uint32_t sum = 0, odd = 0, same_third = 0, some = 0, every = ~0u, rounds = 0;
      int largest = 0, above = 0, below = 0, second_bit = 0;
      each(group, [&](size_t l) {
        const int x = v(warp + l);
        sum += static_cast<uint32_t>(x);
        largest = std::max(largest, x);
        odd |= static_cast<uint32_t>(x & 1) << l;
        above += x > 900;
        below += x < 700;
        second_bit += (x & 2) != 0;
        same_third |= static_cast<uint32_t>(x % 3 == v(t) % 3) << l;
      });
      const int size = std::popcount(group);
      each(lanes_with(warp, [&](size_t i) { return i % 2 == t % 2 && v(i) % 4 == v(t) % 4; }),
           [&](size_t l) {
             some |= static_cast<uint32_t>(v(warp + l));
             every &= static_cast<uint32_t>(v(warp + l));
           });
      for (int k = 0; k <= v(t) % 5; ++k) {
        uint32_t x = 0;
        each(group, [&](size_t l) { x ^= static_cast<uint32_t>(v(warp + l) + k); });
        rounds += x;
      }
      expected.insert(
          expected.end(),
          {group, sum, static_cast<uint32_t>(largest), odd,
           (above > 0 ? 1u : 0u) + (below == size ? 2u : 0u) +
               (second_bit == 0 || second_bit == size ? 4u : 0u),
           static_cast<uint32_t>(v(warp + static_cast<size_t>(std::countr_zero(group)))),
           same_third, group + 1, t % 2 ? some : every, rounds});
    }
    CHECK(difference(run.result<uint32_t>("out"), expected) == "");
  }
}

TEST_CASE("tiles, groups by a label and groups of whoever is active vote and shuffle apart") {
  for (const CorpusRun& run : run_corpus("tile_collectives")) {
    CHECK(run.report.findings.empty());
    const auto in = run.before<int>("in");
    const auto out = run.result<uint32_t>("out");
    std::vector<uint32_t> expected, actual;
    for (size_t t = 0; t < 64; ++t) {
      const size_t warp = t / 32 * 32, tile = t / 8 * 8;
      uint32_t odd = 0, alike = 0, votes = 0, fours = 0;
      bool any = false, all = true, same = true;
      for (size_t l = 0; l < 8; ++l) {
        const int x = in[tile + l];
        odd |= static_cast<uint32_t>(x & 1) << l;
        alike |= static_cast<uint32_t>(x % 3 == in[t] % 3) << l;
        any |= x > 90, all &= x < 80, same &= x / 100 == in[t] / 100;
      }
      for (size_t k = 0; k <= tile / 8 % 4; ++k) {
        uint32_t bits = 0;
        for (size_t l = 0; l < 8; ++l) bits |= static_cast<uint32_t>(in[tile + l] >> k & 1) << l;
        votes = votes * 3 + bits;
      }
      for (size_t l = 0; l < 4; ++l)
        fours |= static_cast<uint32_t>((in[t / 4 * 4 + l] & 2) != 0) << l;
      const size_t rank = t - tile;
      const int shuffled = in[tile + 3] + in[tile + (rank ^ 5)] + in[rank >= 1 ? t - 1 : t] +
                           in[rank < 6 ? t + 2 : t];
      // Ranks within a group are lanes in their order.
      const uint32_t label = lanes_with(warp, [&](size_t i) { return in[i] % 4 == in[t] % 4; });
      uint32_t fourth = 0, size = 0, my_rank = 0;
      int last = 0;
      each(label, [&](size_t l) {
        if (warp + l == t) my_rank = size;
        fourth |= static_cast<uint32_t>((in[warp + l] & 4) != 0) << size++;
        last = in[warp + l];
      });
      expected.insert(expected.end(),
                      {odd, (any ? 1u : 0u) + (all ? 2u : 0u), alike,
                       (same ? 0xffu : 0u) + (same ? 256u : 0u), static_cast<uint32_t>(shuffled),
                       size * 100 + my_rank, fourth, static_cast<uint32_t>(last), votes, fours});
      for (const size_t k : {0, 1, 2, 3, 4, 5, 6, 7, 10, 11}) actual.push_back(out[12 * t + k]);
    }
    CHECK(difference(actual, expected) == "");
  }
}

TEST_CASE(
    "lanes that do not exist or have left may be named as long as nothing is taken from them") {
  for (const CorpusRun& run : run_corpus("partial_warps")) {
    CHECK(run.report.findings.empty());
    const auto in = run.before<int>("in");
    std::vector<int> expected(288, -1);
    for (size_t i = 0; i < 144; ++i) {
      const size_t block = i / 48 * 48, t = i - block, first = block + t / 32 * 32;
      const size_t end = std::min(first + 32, block + 48);
      int sum = 0;
      for (size_t k = first; k < end; ++k) sum += in[k];
      if (i == first) expected[i] = sum;
      if (i < 131)
        expected[144 + i] = i + 1 < std::min<size_t>(end, 131)
                                ? std::max(in[i], in[first + ((i - first) ^ 1)])
                                : in[i];
    }
    const auto out = run.result<int>("out");
    for (size_t i = 0; i < 288; ++i)
      if (i >= 144 || i % 48 == 0 || i % 48 == 32) CHECK(out[i] == expected[i]);
  }
}

TEST_CASE("a lane that is not in its own mask votes alone, and masks that overlap are told") {
  for (const CorpusRun& run : run_corpus("wrong_masks")) {
    REQUIRE(run.report.findings.size() == 3);
    for (size_t k = 0; k < 3; ++k) {
      CHECK(run.report.findings[k].kind == sim::FindingKind::undefined_behavior);
      CHECK(run.report.findings[k].line == run.entry.findings[k].line);
      CHECK(run.report.findings[k].count == run.entry.findings[k].count);
    }
    CHECK(words::text_of(run.report.findings[0]) ==
          "Line 10 calls a warp function with the mask 0x000000ff, which leaves out the calling "
          "lane 8, by thread (8,0,0) of block (0,0,0): every lane that calls must be in its own "
          "mask.");
    CHECK(words::text_of(run.report.findings[1])
              .find("lane 16 of that mask calls it with 0xffff8000") != std::string::npos);
    std::vector<uint32_t> expected;
    for (uint32_t t = 0; t < 32; ++t)
      expected.push_back(t < 8 ? 0xaau : t < 16 ? (t & 1) << t : 0xaaaa0000u);
    for (uint32_t t = 0; t < 32; ++t) expected.push_back(t < 16 ? 0xaaaau : 0xaaaa0000u);
    CHECK(difference(run.result<uint32_t>("out"), expected) == "");
  }
}

// Corpus kernels whose lanes, warps and blocks talk to each other without atomics.
#include <algorithm>
#include <bit>

#include "corpus_run.hpp"

using namespace warplab;

TEST_CASE("every shuffle mode takes its value from the right lane of the segment") {
  for (const CorpusRun& run : run_corpus("shuffle_modes")) {
    std::vector<int> expected;
    for (int i = 0; i < 64; ++i) {
      const int lane = i % 32, warp = i - lane, segment = lane & ~7;
      const auto v = [&](int l) { return 100 + warp + l; };
      const int down = lane % 4 == 3 ? i : i + 1;
      expected.insert(expected.end(),
                      {v(segment + i * 7 % 8), v(lane - segment >= 3 ? lane - 3 : lane),
                       v(lane + 5 < 32 ? lane + 5 : lane), v(lane ^ 9), 1 + v(lane ^ 12), down});
    }
    CHECK(difference(run.result<int>("out"), expected) == "");
  }
}

TEST_CASE("warps add up by shuffles, and blocks through shared memory") {
  for (const CorpusRun& run : run_corpus("warp_reduction")) {
    const auto in = run.before<float>("in");
    std::vector<float> expected(2, 0);
    for (size_t i = 0; i < in.size(); ++i) expected[i / 128] += in[i];
    CHECK(difference(run.result<float>("out"), expected) == "");
  }
}

TEST_CASE("votes count the lanes that take part and no others") {
  for (const CorpusRun& run : run_corpus("votes")) {
    std::vector<uint32_t> expected;
    for (int i = 0; i < 64; ++i) {
      const int warp = i / 32 * 32;
      uint32_t third = 0, fifth = 0, above = 0;
      for (int l = 0; l < 32; ++l) {
        third |= static_cast<uint32_t>((warp + l) % 3 == 0) << l;
        fifth |= static_cast<uint32_t>(l % 2 == 1 && (warp + l) % 5 == 0) << l;
        above += l % 2 == 0 && warp + l > 10;
      }
      expected.push_back(third);
      expected.push_back(warp == 0 ? 2 : 1);
      expected.push_back(i % 2 ? fifth : above);
      expected.push_back(i % 2 ? 0xaaaaaaaa : 0);
      expected.push_back(0xffffffff);
    }
    CHECK(difference(run.result<uint32_t>("out"), expected) == "");
  }
}

TEST_CASE("lanes with equal values find each other") {
  for (const CorpusRun& run : run_corpus("match_values")) {
    const auto in = run.before<uint64_t>("in");
    std::vector<uint32_t> expected;
    for (size_t i = 0; i < 64; ++i) {
      uint32_t same = 0;
      for (size_t l = 0; l < 32; ++l)
        same |= static_cast<uint32_t>(in[i / 32 * 32 + l] == in[i]) << l;
      // All lanes of the first warp hold 7: the mask of all, with the predicate in its lowest bit.
      expected.insert(expected.end(), {same, same, i < 32 ? 0xfffffffeu : 0u});
    }
    CHECK(difference(run.result<uint32_t>("out"), expected) == "");
  }
}

TEST_CASE("one instruction reduces over the lanes of its mask") {
  for (const CorpusRun& run : run_corpus("warp_reduce_instructions")) {
    const auto in = run.before<int>("in");
    std::vector<int> expected;
    for (size_t i = 0; i < 64; ++i) {
      const int* v = in.data() + i / 32 * 32;
      int sum = 0, every = -1, some = 0, odd = 0;
      uint32_t largest = 0;
      for (size_t l = 0; l < 32; ++l) {
        sum += v[l];
        every &= v[l];
        some |= v[l];
        largest = std::max(largest, static_cast<uint32_t>(v[l]));
        if (l % 4 == 1) odd ^= v[l];
      }
      expected.insert(expected.end(),
                      {sum, *std::min_element(v, v + 32), *std::max_element(v, v + 32),
                       static_cast<int>(largest), every, some, i % 4 == 1 ? odd : 0});
    }
    CHECK(difference(run.result<int>("out"), expected) == "");
  }
}

TEST_CASE("lanes see each other's stores behind __syncwarp") {
  for (const CorpusRun& run : run_corpus("warp_synchronous")) {
    std::vector<int> expected;
    for (int warp : {0, 32}) {
      std::vector<int> v(32), sums(32, 0);
      for (int l = 0; l < 32; ++l) v[static_cast<size_t>(l)] = warp + l;
      for (size_t k = 1; k < 32; k *= 2) {
        const std::vector<int> before = v;
        for (size_t l = 0; l < 32; ++l) {
          v[l] += before[(l + k) % 32];
          sums[l] ^= v[l];
        }
      }
      for (size_t l = 0; l < 32; ++l) expected.push_back(v[l] * 1000 + (sums[l] & 511));
    }
    CHECK(difference(run.result<int>("out"), expected) == "");
  }
}

TEST_CASE("lanes on both sides of a branch meet at their own __syncwarp") {
  for (const CorpusRun& run : run_corpus("sync_on_both_sides")) {
    std::vector<int> expected;
    for (int i = 0; i < 32; ++i) expected.push_back(i < 16 ? 5 * (i + 16) : 3 * (i - 16) + 1);
    CHECK(difference(run.result<int>("out"), expected) == "");
    CHECK(run.report.findings.empty());
  }
}

TEST_CASE("barriers count, and, or over all threads of a block that is no multiple of a warp") {
  for (const CorpusRun& run : run_corpus("barrier_counts")) {
    std::vector<int> expected;
    for (int i = 0; i < 100; ++i) expected.insert(expected.end(), {14, 1, 1});
    CHECK(difference(run.result<int>("out"), expected) == "");
  }
}

TEST_CASE("numbered barriers let half of the warps produce what the others consume") {
  for (const CorpusRun& run : run_corpus("named_barriers")) {
    std::vector<int> expected;
    for (int i = 0; i < 64; ++i) expected.push_back(4 * 10 * (63 - i) + 6);
    CHECK(difference(run.result<int>("out"), expected) == "");
    CHECK(run.report.completed);
  }
}

TEST_CASE("a block that waits for a later block makes room for it") {
  for (const CorpusRun& run : run_corpus("flag_between_blocks")) {
    std::vector<int> expected;
    for (int i = 0; i < 32; ++i) expected.push_back(10 * ((i + 1) % 32) + 1);
    for (int i = 0; i < 32; ++i) expected.push_back(10 * i);
    CHECK(difference(run.result<int>("out"), expected) == "");
  }
}

TEST_CASE("warps and blocks that poll for each other all come through") {
  for (const CorpusRun& run : run_corpus("flag_between_warps")) {
    std::vector<int> expected;  // the last warp adds 1 to the lane, each one before it 1 more
    for (int block = 0; block < 2; ++block)
      for (int i = 0; i < 128; ++i) expected.push_back(i % 32 + 4 - i / 32);
    CHECK(difference(run.result<int>("out"), expected) == "");
  }
  for (const CorpusRun& run : run_corpus("grid_barrier")) {
    std::vector<int> expected;
    for (int i = 0; i < 1152; ++i) expected.push_back(3 * ((i + 1) % 1152) + 1);
    CHECK(difference(run.result<int>("out"), expected) == "");
    CHECK(run.result<uint32_t>("arrived")[0] == 48);
  }
  for (const CorpusRun& run : run_corpus("grid_sync")) {
    std::vector<int> expected;
    for (int i = 0; i < 480; ++i) expected.push_back(7 * ((i + 2) % 480) + 5);
    CHECK(difference(run.result<int>("out"), expected) == "");
  }
  for (const CorpusRun& run : run_corpus("waits_for_last_block")) {
    std::vector<int> expected;
    for (int i = 0; i < 1280; ++i) expected.push_back(i < 1248 ? 7 + i : 7);
    CHECK(difference(run.result<int>("out"), expected) == "");
  }
}

TEST_CASE("a warp that polls sees what another warp of its block released") {
  for (const CorpusRun& run : run_corpus("acquire_and_release")) {
    std::vector<int> expected;
    for (int i = 31; i >= 0; --i) expected.push_back(i * i);
    CHECK(difference(run.result<int>("out"), expected) == "");
  }
}

TEST_CASE("cooperative groups divide a block into tiles and gather active lanes") {
  for (const CorpusRun& run : run_corpus("cooperative_groups_tiles")) {
    std::vector<int> expected;
    for (int i = 0; i < 64; ++i) {
      const int tile = i / 8, warp = i / 32 * 32;
      int active = 0, before = 0;
      for (int k = warp; k < warp + 32; ++k) {
        active += k % 3 == 0;
        before += k % 3 == 0 && k < i;
      }
      expected.push_back(8 * (8 * tile) + 28 + tile);
      expected.push_back(i % 3 == 0 ? active * 100 + before : 0);
    }
    CHECK(difference(run.result<int>("out"), expected) == "");
  }
}

TEST_CASE("a sort with barriers in nested loops sorts") {
  for (const CorpusRun& run : run_corpus("bitonic_sort")) {
    auto expected = run.before<int>("data");
    std::sort(expected.begin(), expected.end());
    CHECK(difference(run.result<int>("data"), expected) == "");
  }
}

TEST_CASE("prefix sums of a block by doubling are the sums of all before") {
  for (const CorpusRun& run : run_corpus("prefix_sum")) {
    auto expected = run.before<int>("in");
    for (size_t i = 1; i < expected.size(); ++i) expected[i] += expected[i - 1];
    CHECK(difference(run.result<int>("out"), expected) == "");
  }
}

TEST_CASE("clocks go forward and waiting ends") {
  for (const CorpusRun& run : run_corpus("clocks")) {
    const auto out = run.result<uint32_t>("out");
    for (size_t i = 0; i < 32; ++i) CHECK((out[i] & 13) == 13);
  }
}

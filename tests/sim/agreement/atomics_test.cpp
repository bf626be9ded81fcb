// Corpus kernels with atomics: sums that do not depend on the order, and those that do.
#include <algorithm>
#include <bit>

#include "corpus_run.hpp"

using namespace warplab;
using sim::Counter;

TEST_CASE("every atomic on global memory leaves what its operations add up to") {
  for (const CorpusRun& run : run_corpus("global_atomics")) {
    int exclusive = 5, bits = 5;
    uint64_t wide_bits = 9;
    for (int i = 0; i < 96; ++i) {
      exclusive ^= i;
      bits |= 1 << (i % 30);
      wide_bits |= 1ull << (i % 64);
    }
    const int sum = 95 * 96 / 2;
    // inc: 5, 6, 0, 1, ...; dec: 5, 4, ..., 0, 10, 9, ...
    const std::vector<int> ints{5 + 96,    5 - sum,      50 - 95,
                                85,        5 & ~3,       bits,
                                exclusive, (5 + 96) % 7, (5 + 11 * 9 - 96) % 11};
    CHECK(difference(run.result<int>("ints"), ints) == "");
    const std::vector<uint64_t> wide{
        9 + (uint64_t{sum} << 30), 95ull << 40, static_cast<uint64_t>(-95), wide_bits, 77, 9 + 96};
    CHECK(difference(run.result<uint64_t>("wide"), wide) == "");
    CHECK(run.result<float>("floats")[0] == 0.5f + 0.5f * static_cast<float>(sum));
    CHECK(run.result<double>("doubles")[0] == 0.25 + 0.25 * sum);
    // Lanes go one after the other, blocks in order.
    std::vector<int> old;
    for (int i = 0; i < 96; ++i) old.push_back(5 + i);
    CHECK(difference(run.result<int>("old"), old) == "");
    CHECK(run.total()[Counter::global_atomic_requests] == 3 * 17);
    CHECK(run.total()[Counter::global_atomic_sectors] == 3 * 17);
  }
}

TEST_CASE("a histogram in shared memory counts every byte once") {
  for (const CorpusRun& run : run_corpus("shared_atomics")) {
    std::vector<uint32_t> expected(10, 0);
    for (const uint8_t v : run.before<uint8_t>("in")) ++expected[v];
    CHECK(difference(run.result<uint32_t>("out"), expected) == "");
    // Lanes that meet in a word are served one after the other.
    CHECK(run.total()[Counter::shared_atomic_wavefronts] >
          run.total()[Counter::shared_atomic_requests]);
  }
}

TEST_CASE("atomics of all widths work in shared memory, also through generic pointers") {
  for (const CorpusRun& run : run_corpus("shared_atomic_kinds")) {
    const uint64_t sum = 63 * 64 / 2;
    const std::vector<uint64_t> expected{
        100 + sum,
        189,
        (100 + 64) % 121,
        100,
        1000 + (64ull << 33),
        900,
        1032,
        5,
        std::bit_cast<uint32_t>(33.0f),
        std::bit_cast<uint64_t>(2 + 0.125 * static_cast<double>(sum)),
        0,
        0};
    CHECK(difference(run.result<uint64_t>("out"), expected) == "");
  }
}

TEST_CASE("compare-and-swap of 16 and 128 bits and vector additions are atomic") {
  for (const CorpusRun& run : run_corpus("small_and_large_atomics")) {
    CHECK(run.result<uint16_t>("small") == std::vector<uint16_t>{35, 3});
    CHECK(run.result<uint64_t>("large") == std::vector<uint64_t>{33, 34, 11, 12});
    CHECK(difference(run.result<float>("floats"),
                     std::vector<float>{32, 1 + 496, 2, 3, 4 + 32, 5 + 64, 6 + 96, 7 + 248}) == "");
  }
}

TEST_CASE("a loop around compare-and-swap finds the largest of all") {
  for (const CorpusRun& run : run_corpus("compare_and_swap_loop")) {
    const auto in = run.before<double>("in");
    CHECK(run.result<double>("out")[0] == *std::max_element(in.begin(), in.end()));
  }
}

TEST_CASE("lanes of one warp take a lock one after the other") {
  for (const CorpusRun& run : run_corpus("spin_lock")) {
    CHECK(run.result<float>("sum")[0] == 96);
    CHECK(run.result<int>("lock")[0] == 0);
    CHECK(run.report.completed);
  }
}

TEST_CASE("a ticket lock serves every warp once") {
  for (const CorpusRun& run : run_corpus("ticket_lock")) {
    CHECK(run.report.completed);
    CHECK(run.result<int>("sum")[0] == 40);   // 20 blocks of two warps
    CHECK(run.result<int>("sum")[1] == 380);  // 2 * (0 + 1 + ... + 19)
    CHECK(run.result<uint32_t>("lock")[1] == 40);
  }
}

TEST_CASE("a lock inside of a function lets every lane in once") {
  for (const CorpusRun& run : run_corpus("spin_lock_in_loop")) {
    auto out = run.result<int>("out");
    std::sort(out.begin(), out.end());
    for (size_t i = 0; i < 96; ++i) CHECK(out[i] == static_cast<int>(i) + 1);
  }
}

TEST_CASE("the block that finishes last adds up all parts, twice") {
  for (const CorpusRun& run : run_corpus("last_block")) {
    int sum = 0;
    for (const int v : run.before<int>("in")) sum += v;
    CHECK(run.result<int>("out")[0] == sum);
    CHECK(run.result<uint32_t>("ticket")[0] == 0);
    CHECK(run.report.launches.size() == 2);
  }
}

TEST_CASE("halves and pairs of halves are added atomically") {
  for (const CorpusRun& run : run_corpus("half_atomics")) {
    CHECK(run.result<uint16_t>("single") == std::vector<uint16_t>{0x4c00, 0x4c00});  // 16
    CHECK(run.result<uint16_t>("pair") == std::vector<uint16_t>{0x5410, 0x4e40});    // 65, 25
  }
}

TEST_CASE("subnormal floats are flushed by additions in global memory and kept in shared memory") {
  for (const CorpusRun& run : run_corpus("tiny_float_atomics"))
    CHECK(run.result<uint32_t>("out") ==
          std::vector<uint32_t>{std::bit_cast<uint32_t>(1.0f), 0, 13, 0});
}

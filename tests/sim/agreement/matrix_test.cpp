// Corpus kernels that multiply matrices with tensor cores, against the host and the manual's
// figures of fragments.
#include "corpus_run.hpp"
#include "sim/scalar/half.hpp"

using namespace warplab;
using sim::Counter;

TEST_CASE("mma of every float type adds whole numbers exactly, each where the manual puts it") {
  constexpr int kDepth[] = {8, 16, 8, 16, 4, 8};
  for (const CorpusRun& run : run_corpus("mma_floats")) {
    const auto in = run.before<float>("whole");
    const auto product = [&](int i, int j, int depth) {
      float sum = in[i * 8 + j];
      for (int k = 0; k < depth; ++k) sum += in[i * 16 + k] * in[256 + k * 8 + j];
      return sum;
    };
    const auto out = run.result<float>("out");
    const auto halves = run.result<uint16_t>("halves");
    std::vector<float> expected, half_sums, expected_halves;
    for (const int depth : kDepth)
      for (int k = 0; k < 128; ++k) expected.push_back(product(k / 8, k % 8, depth));
    for (int k = 0; k < 256; ++k) {
      expected_halves.push_back(product(k % 128 / 8, k % 8, k < 128 ? 8 : 16));
      half_sums.push_back(sim::scalar::f16_to_f32(halves[k]));
    }
    CHECK(difference({out.begin(), out.begin() + 768}, expected) == "");
    CHECK(difference(half_sums, expected_halves) == "");
    CHECK(run.total()[Counter::matrix_products] == 8);
  }
}

// 17 terms are cut to 25 places of the largest one, and their sum to those of an f32.
TEST_CASE("a sum of a tensor core is the exact one but for what is cut off its terms") {
  for (const CorpusRun& run : run_corpus("mma_floats")) {
    const auto in = run.before<float>("wide");
    const auto scaled = [&](int at, int k) { return std::ldexp(in[at], k * 7 % 13 - 6); };
    const auto half = [&](int at, int k) -> double {
      return sim::scalar::f16_to_f32(sim::scalar::f32_to_f16(scaled(at, k)));
    };
    const auto out = run.result<float>("out");
    for (int i = 0; i < 16; ++i)
      for (int j = 0; j < 8; ++j) {
        const int lower = i / 8;
        double sum = scaled(i * 8 + j, (j % 2 == 0 ? i % 8 : j / 2) + lower);
        double largest = std::fabs(sum);
        for (int k = 0; k < 16; ++k) {
          const double product = half(i * 16 + k, i + 3 * k) * half(256 + k * 8 + j, 5 * j + k);
          sum += product;
          largest = std::max(largest, std::fabs(product));
        }
        const double off = std::fabs(out[1024 + 128 + i * 8 + j] - sum);
        CHECK(off <= 17 * largest * 0x1p-25 + std::fabs(sum) * 0x1p-23);
      }
  }
}

TEST_CASE("fragments of wmma are those of the mma instructions that it is made of") {
  for (const CorpusRun& run : run_corpus("wmma_fragments")) {
    std::vector<float> expected(2048);
    for (int lane = 0; lane < 32; ++lane) {
      const int g = lane / 4, t = lane % 4;
      float* const mine = &expected[64 * lane];
      for (int i = 0; i < 16; ++i) {
        const int r = i % 8 / 2, p = i % 2;
        mine[i] = static_cast<float>((g + 8 * (r % 2)) * 16 + 2 * t + p + 8 * (r / 2));
        mine[16 + i] = static_cast<float>((8 * (r % 2) + 2 * t + p) * 16 + g + 8 * (r / 2));
      }
      for (int i = 0; i < 8; ++i)
        mine[32 + i] = mine[40 + i] =
            static_cast<float>((g + 8 * (i / 2 % 2)) * 16 + 2 * t + i % 2 + 8 * (i / 4));
      for (int r = 0; r < 4; ++r)
        mine[48 + r] = static_cast<float>((g + 8 * (r % 2)) * 8 + t + 4 * (r / 2));
    }
    CHECK(difference(run.result<float>("out"), expected) == "");
  }
}

TEST_CASE("four warps multiply matrices from tiles that the block shares") {
  for (const CorpusRun& run : run_corpus("wmma_product")) {
    const auto a = run.before<uint16_t>("a"), b = run.before<uint16_t>("b");
    std::vector<float> expected(1024);
    for (int i = 0; i < 32; ++i)
      for (int j = 0; j < 32; ++j)
        for (int k = 0; k < 32; ++k)
          expected[i * 32 + j] +=
              sim::scalar::f16_to_f32(a[i * 32 + k]) * sim::scalar::f16_to_f32(b[k * 32 + j]);
    CHECK(difference(run.result<float>("c"), expected) == "");
    CHECK(run.total()[Counter::matrix_products] == 8);
  }
}

TEST_CASE("ldmatrix spreads rows over a warp, stmatrix collects them, movmatrix turns them") {
  for (const CorpusRun& run : run_corpus("matrix_rows")) {
    std::vector<uint32_t> expected(352);
    const auto word = [](int row, int column, bool turned) -> uint32_t {
      const auto at = [](int r, int c) { return static_cast<uint32_t>(r * 16 + c); };
      return at(row, column) | (turned ? at(row + 1, column) : at(row, column + 1)) << 16;
    };
    const auto turned = [&](int tile, int lane) {
      return word(8 * (tile % 2) + 2 * (lane % 4), 8 * (tile / 2) + lane / 4, true);
    };
    for (int lane = 0; lane < 32; ++lane) {
      uint32_t* const mine = &expected[lane * 11];
      for (int tile = 0; tile < 4; ++tile)
        mine[tile] = word(8 * (tile % 2) + lane / 4, 8 * (tile / 2) + 2 * (lane % 4), false);
      mine[4] = turned(0, lane);
      mine[5] = turned(1, lane);
      mine[6] = mine[0];
      mine[7] = turned(0, lane);
      for (int i = 0; i < 3; ++i) {  // element e of what stmatrix has left
        const int e = lane + 32 * i, row = e % 64 / 8, column = e % 8, tile = e / 64;
        const uint32_t both = turned(tile, 4 * row + column / 2);
        mine[8 + i] = column % 2 ? both >> 16 : both & 0xffff;
      }
    }
    CHECK(difference(run.result<uint32_t>("out"), expected) == "");
    // Rows 0 and 4 of a tile lie in the same banks: one pass more for each of 11 tiles.
    CHECK(run.total()[Counter::shared_load_bank_conflicts] == 11);
  }
}

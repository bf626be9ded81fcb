// The distribution that the last exercise of the course draws from, by its kernel in the simulator
// and by arithmetic of this file's own.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <filesystem>

#include "exercise/exercise.hpp"
#include "temporary_folder.hpp"
#include "verdict/grade.hpp"
#include "verdict/judge/judge.hpp"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wold-style-cast"
#define __device__
#include "../../exercises/common/philox.cuh"
#undef __device__
#pragma GCC diagnostic pop

using namespace warplab;
using warplab::test::content_of;
namespace fs = std::filesystem;

namespace {

const fs::path kRoot = WARPLAB_SOURCE_DIR;
const fs::path kFolder = kRoot / "exercises/61-ising-checkerboard";

void replace(std::string& text, const std::string& from, const std::string& to) {
  const size_t at = text.find(from);
  REQUIRE_MESSAGE(at != std::string::npos, from);
  text.replace(at, from.size(), to);
}

void cut(std::string& text, const std::string& begin, const std::string& end) {
  const size_t at = text.find(begin), until = text.find(end, at + 1);
  REQUIRE(until != std::string::npos);
  text.erase(at, until - at);
}

// The exercise with one launch, for the white pixels, each of which has the neighbours 0, 2, 3, 4.
exercise::Exercise white_pixels_once() {
  std::string text = content_of(kFolder / "exercise.toml");
  cut(text, "  { name = \"black\"", "]\npoints");
  replace(text, "repeat = \"sweeps\"", "repeat = 1");
  replace(text, "fill = \"pixels\"",
          "fill = { kind = \"formula\", formula = \"(i0 + i1) % 2 == 0 ? 1 : "
          "(i0 + i1 - 1) / 2 % 2 == 0 ? (((i0 - i1 - 1) / 2 + 1000) % 2 == 0 ? 0 : 2) : "
          "(((i0 - i1 - 1) / 2 + 1000) % 2 == 0 ? 3 : 4)\" }");
  replace(text, "fill = \"brightness\"", "fill = { kind = \"constant\", value = 7 }");
  auto loaded = exercise::load_from_text(text, kFolder);
  REQUIRE_MESSAGE(loaded, loaded.error());
  return std::move(*loaded);
}

// By the formula itself, in doubles: what is proportional to lambda^x / x! exp(-gamma (...)).
std::array<double, 7> probabilities(double lambda, double gamma, const std::array<int, 4>& around) {
  std::array<double, 7> weights{};
  double total = 0;
  for (int x = 0; x < 7; ++x) {
    double energy = 0;
    for (const int other : around) energy += (x - other) * (x - other);
    weights[static_cast<size_t>(x)] =
        std::pow(lambda, x) / std::tgamma(x + 1) * std::exp(-gamma * energy);
    total += weights[static_cast<size_t>(x)];
  }
  for (double& weight : weights) weight /= total;
  return weights;
}

}  // namespace

// Known answers of the authors' library Random123: tests/kat_vectors, philox4x32 10.
TEST_CASE("Philox 4x32-10 gives its published numbers") {
  const auto is = [](const PhiloxWords& words, const std::array<unsigned, 4>& known) {
    return std::array{words.x, words.y, words.z, words.w} == known;
  };
  CHECK(is(philox4x32({0, 0, 0, 0}, 0, 0), {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  constexpr unsigned kOnes = 0xffffffff;
  CHECK(is(philox4x32({kOnes, kOnes, kOnes, kOnes}, kOnes, kOnes),
           {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  CHECK(is(philox4x32({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, 0xa4093822, 0x299f31d0),
           {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST_CASE("a pixel with the neighbours 0, 2, 3, 4 is drawn as 1, 2, 3 in 1.7, 92.7, 5.6 of 100") {
  const std::array<double, 7> known = probabilities(0.9, 0.8, {0, 2, 3, 4});
  CHECK(known[1] == doctest::Approx(0.017).epsilon(0.01));
  CHECK(known[2] == doctest::Approx(0.927).epsilon(0.001));
  CHECK(known[3] == doctest::Approx(0.056).epsilon(0.01));

  const exercise::Exercise exercise = white_pixels_once();
  verdict::GradeOptions options;
  options.keep_pictures = true;
  const std::string source = content_of(kRoot / "solutions/61-ising-checkerboard/solution.cu");
  const verdict::ExerciseResult result = verdict::grade(exercise, source, options);
  REQUIRE_MESSAGE(result.error.empty(), result.error);
  REQUIRE(!result.pictures.empty());
  const verdict::Picture& picture = result.pictures.front();
  REQUIRE(picture.buffer == "image");
  CHECK(picture.actual == picture.expected);  // the reference draws them, too
  const size_t rows = picture.shape[0], columns = picture.shape[1];
  const auto* const pixels = reinterpret_cast<const int32_t*>(picture.actual.data());
  std::array<double, 7> drawn{};
  double count = 0;
  for (size_t row = 1; row + 1 < rows; ++row)
    for (size_t column = 1; column + 1 < columns; ++column) {
      if ((row + column) % 2 != 0) continue;
      const int value = pixels[row * columns + column];
      REQUIRE(value >= 0);
      REQUIRE(value < 7);
      drawn[static_cast<size_t>(value)] += 1;
      count += 1;
    }
  CHECK(count > 50'000);
  for (size_t value = 0; value < 7; ++value) {
    CAPTURE(value);
    // Five standard deviations of such a share, and what whole numbers as weights give away.
    const double allowed = 5 * std::sqrt(known[value] / count) + 1e-4;
    CHECK(std::abs(drawn[value] / count - known[value]) < allowed);
  }
}

TEST_CASE("a wrong pixel that the last launch left alone is told with its thread and line") {
  auto loaded = exercise::load(kFolder);
  REQUIRE_MESSAGE(loaded, loaded.error());
  std::string source = content_of(kRoot / "solutions/61-ising-checkerboard/solution.cu");
  // White pixels alone, which a black launch comes after, get another number.
  replace(source, "uniform(row, column, sweep, seed)",
          "uniform(row, column + (colour == 0), sweep, seed)");
  const verdict::ExerciseResult result = verdict::grade(*loaded, source, {});
  REQUIRE(result.mismatch);
  CHECK(result.mismatch->buffer == "image");
  CHECK(result.mismatch->writers == verdict::Mismatch::Writers::one);
  REQUIRE(result.mismatch->writer);
  CHECK(result.mismatch->line > 0);
  CHECK(verdict::mismatch_sentence(*result.mismatch).find("Written by thread") !=
        std::string::npos);
}

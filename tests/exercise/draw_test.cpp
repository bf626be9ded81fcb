#include "exercise/draw.hpp"

#include <fmt/format.h>

#include <cstring>
#include <set>

#include "exercise/sha256.hpp"
#include "sample_exercise.hpp"

using namespace warplab::exercise;
using warplab::data::ElementType;

namespace {

std::string hex(const Digest& digest) {
  std::string text;
  for (const uint8_t byte : digest) text += fmt::format("{:02x}", byte);
  return text;
}

SizeSet ranges() {
  SizeSet size;
  size.purpose = SizeSet::Purpose::drawn;
  size.names = {"rows", "cols"};
  size.values = {{"rows", 8}, {"cols", 1}};
  size.ranges = {{"rows", {8, 64, 8}}, {"cols", {1, 1000, 1}}};
  return size;
}

}  // namespace

// NIST, "Examples with Intermediate Values", and the vectors of FIPS 180-2, appendix B.
TEST_CASE("SHA-256 has the published digests") {
  CHECK(hex(sha256("")) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(hex(sha256("abc")) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(hex(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")) ==
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  CHECK(hex(sha256(std::string(1'000'000, 'a'))) ==
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  CHECK(first_bits(sha256("abc")) == 0xba7816bf8f01cfea);
}

TEST_CASE("the same file with the same seed draws the same, another file or seed something else") {
  const Draw draw(1, "kernel");
  CHECK(draw.seed("graded") == Draw(1, "kernel").seed("graded"));
  CHECK(draw.size(ranges(), "check 0").values ==
        Draw(1, "kernel").size(ranges(), "check 0").values);
  const uint64_t others[] = {Draw(1, "kernel ").seed("graded").value,
                             Draw(2, "kernel").seed("graded").value, draw.seed("check 0").value,
                             Draw(1).seed("graded").value, draw.seed("graded").value};
  CHECK(std::set(std::begin(others), std::end(others)).size() == 5);
  CHECK(draw.seed("graded").drawn);
}

TEST_CASE("what is drawn is the same on every machine") {
  CHECK(Draw(1, "kernel").seed("graded").value == first_bits(sha256([] {
          const Digest key = sha256("seed 1, file kernel");
          return std::string(key.begin(), key.end()) + "input of graded";
        }())));
}

TEST_CASE("sizes are drawn from all of their range, in its steps, and labelled") {
  std::set<int64_t> rows, cols;
  for (int i = 0; i < 200; ++i) {
    const SizeSet drawn = Draw(1, fmt::format("file {}", i)).size(ranges(), "check 0");
    rows.insert(drawn.values.at("rows"));
    cols.insert(drawn.values.at("cols"));
    CHECK(drawn.label ==
          fmt::format("rows {}, cols {}", drawn.values.at("rows"), drawn.values.at("cols")));
  }
  CHECK(rows == std::set<int64_t>{8, 16, 24, 32, 40, 48, 56, 64});
  CHECK(*cols.begin() >= 1);
  CHECK(*cols.rbegin() <= 1000);
  CHECK(cols.size() > 150);
}

TEST_CASE(
    "a drawn seed is named as one, and no kernel is told the number that inputs are made from") {
  const Exercise exercise = good("sampling-with-groups");
  const Seed drawn = Draw(1, "kernel").seed("check 0");
  const SizeSet& size = size_for(exercise, SizeSet::Purpose::check);
  const auto made = instantiate(exercise, size, exercise.variants.front(), drawn);
  REQUIRE_MESSAGE(made, made.error());
  CHECK(made->seed == drawn.value);
  CHECK(made->label == fmt::format("{}, drawn seed {:016x}", size.label, drawn.value));
}

TEST_CASE("a drawn seed has more than 32 bits where they fit, and the same lower ones elsewhere") {
  const auto seed_of = [](const std::string& argument, const Seed& seed) {
    Exercise exercise = good("sampling-with-groups");
    for (LaunchSpec& launch : exercise.launches)
      for (ArgumentSpec& given : launch.arguments)
        if (given.scalar.value.text().find("seed") != std::string::npos) {
          auto expression = Expression::parse(argument);
          REQUIRE_MESSAGE(expression, expression.error());
          given.scalar.value = *expression;
          given.scalar.type = argument == "seed / 1" ? ElementType::i32 : ElementType::i64;
        }
    const auto made = instantiate(exercise, size_for(exercise, SizeSet::Purpose::check),
                                  exercise.variants.front(), seed);
    REQUIRE_MESSAGE(made, made.error());
    for (size_t i = 0; i < made->launches.size(); ++i) {
      const auto& specs = exercise.launches[made->launch_specs[i]].arguments;
      for (size_t k = 0; k < specs.size(); ++k)
        if (specs[k].scalar.value.text() == argument) {
          int64_t value = 0;
          const auto& bytes = made->launches[i].arguments[k].value;
          std::memcpy(&value, bytes.data(), bytes.size());
          return value;
        }
    }
    FAIL("no argument has the seed");
    return int64_t{0};
  };
  const Seed drawn = Draw(1, "kernel").seed("check 0");
  const int64_t whole = seed_of("seed", drawn), narrow = seed_of("seed / 1", drawn);
  CHECK(whole > INT64_C(0xffffffff));
  CHECK(narrow == (whole & INT32_MAX));
  // Where an expression of all bits has no value, the lower ones are taken.
  CHECK(seed_of("seed * 4294967296", drawn) == (narrow << 32));
  CHECK(seed_of("seed", 7) == 7);
}

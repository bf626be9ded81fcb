// Replays what a real GPU answered, recorded in h200.txt.

#include <doctest/doctest.h>

#include <fstream>
#include <set>
#include <sstream>

#include "hardware_rows.hpp"

namespace warplab::sim::scalar::hardware {
namespace {

TEST_CASE("every recorded instruction gives the bits that an H200 gave") {
  Rows rows;
  add_float_rows(rows);
  add_integer_rows(rows);
  add_convert_rows(rows);

  std::ifstream recorded(WARPLAB_SOURCE_DIR "/tests/sim/scalar/h200.txt");
  REQUIRE(recorded.is_open());
  std::set<std::string> tried;
  int replayed = 0;
  for (std::string line; std::getline(recorded, line);) {
    if (line.starts_with('#')) continue;
    CAPTURE(line);
    std::istringstream words(line);
    std::string name;
    words >> name;
    Operands operands;
    std::string word;
    for (std::size_t i = 0; words >> word && word != "="; ++i) {
      REQUIRE(i < std::size(operands.bits));
      operands.bits[i] = std::stoull(word, nullptr, 16);
    }
    std::uint64_t expected = 0;
    words >> std::hex >> expected;
    REQUIRE_FALSE(words.fail());
    REQUIRE(rows.contains(name));
    CHECK(rows.at(name)(operands) == expected);
    tried.insert(name);
    ++replayed;
  }
  CHECK(replayed > 4000);
  CHECK(tried.size() > 700);
}

}  // namespace
}  // namespace warplab::sim::scalar::hardware

// What was recorded is still so, for the simulator and for what the specification says of it.
#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>
#include <vector>

#include "golden.hpp"

using namespace warplab;

namespace {

constexpr const char* kFile = WARPLAB_SOURCE_DIR "/tests/sim/agreement/golden.txt";

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

}  // namespace

// With WARPLAB_RECORD the file is written anew: read the difference before you keep it.
TEST_CASE("every kernel of the corpus gives what was recorded of it") {
  const std::string now = golden_file();
  if (std::getenv("WARPLAB_RECORD") != nullptr) std::ofstream(kFile) << now;
  std::ifstream stream(kFile);
  const std::string recorded{std::istreambuf_iterator<char>(stream), {}};
  const std::vector<std::string> is = lines_of(now), was = lines_of(recorded);
  CHECK(is.size() > 200);
  REQUIRE(is.size() == was.size());
  std::string kernel;
  for (size_t k = 0; k < is.size(); ++k) {
    if (!is[k].starts_with(" ")) kernel = is[k];
    CAPTURE(kernel);
    CHECK(is[k] == was[k]);
  }
}

#include <filesystem>
#include <fstream>

#include <doctest/doctest.h>

#include "corpus/corpus.hpp"

TEST_CASE("every kernel of the corpus has a test of its results") {
  std::string tests;
  for (const auto& file :
       std::filesystem::directory_iterator(WARPLAB_SOURCE_DIR "/tests/sim/agreement")) {
    std::ifstream stream(file.path());
    tests.append(std::istreambuf_iterator<char>(stream), {});
  }
  const auto entries = warplab::sim_corpus::load();
  REQUIRE_MESSAGE(entries, (entries ? "" : entries.error()));
  CHECK(entries->size() > 60);
  for (const auto& entry : *entries) {
    CAPTURE(entry.name);
    CHECK(tests.find("run_corpus(\"" + entry.name + "\")") != std::string::npos);
    CHECK(!entry.description.empty());
  }
}

// Barrier objects in shared memory (mbarrier).
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "corpus_run.hpp"

using namespace warplab;
using sim::Counter;

namespace {

std::vector<int> zeros(size_t count) { return std::vector<int>(count, 0); }

}  // namespace

TEST_CASE("whoever arrives at a barrier object and waits there sees what the others have stored") {
  for (const CorpusRun& run : run_corpus("barrier_object")) {
    std::vector<int> expected(512);
    for (int i = 0; i < 512; ++i) expected[static_cast<size_t>(i)] = i / 256 * 256 + 255 - i % 256;
    CHECK(difference(run.result<int>("out"), expected) == "");
    // What happens to the object is no access to shared memory: a store and a load of 16 warps.
    CHECK(run.total()[Counter::shared_requests] == 32);
    CHECK(run.total()[Counter::shared_atomic_requests] == 0);
  }
}

TEST_CASE("a barrier object serves one phase after the other") {
  for (const CorpusRun& run : run_corpus("barrier_object_rounds")) {
    std::vector<int> expected = zeros(512);
    for (int i = 0; i < 96; ++i)
      for (int k = 0; k < 5; ++k) expected[static_cast<size_t>(i)] += k + (i + 33) % 96 * k;
    CHECK(difference(run.result<int>("out"), expected) == "");
  }
}

TEST_CASE("a warp hands another what it makes by way of two places") {
  for (const CorpusRun& run : run_corpus("barrier_object_pairs")) {
    std::vector<int> expected = zeros(512);
    for (int block = 0; block < 2; ++block)
      for (int k = 0; k < 6; ++k)
        for (int lane = 0; lane < 32; ++lane)
          expected[static_cast<size_t>(256 * block + 32 * k + lane)] = 2 * (32 * k + 31 - lane);
    CHECK(difference(run.result<int>("out"), expected) == "");
  }
}

TEST_CASE("threads that leave a barrier object are awaited no longer") {
  for (const CorpusRun& run : run_corpus("barrier_object_drop")) {
    std::vector<int> expected = zeros(512);
    for (size_t i = 0; i < 128; ++i) expected[i] = i % 4 == 1 ? 0 : 32 + 100 * 96;
    CHECK(difference(run.result<int>("out"), expected) == "");
  }
}

TEST_CASE("who waits for a parity waits for the phase before") {
  for (const CorpusRun& run : run_corpus("barrier_object_parity")) {
    std::vector<int> expected = zeros(512);
    for (size_t i = 1; i < 64; ++i) expected[i] = 0 + 1 + 2 + 3;
    CHECK(difference(run.result<int>("out"), expected) == "");
  }
}

TEST_CASE("a token tells how many arrivals were missing, and a part of a warp counts as it is") {
  for (const CorpusRun& run : run_corpus("barrier_object_primitives")) {
    std::vector<int> expected = zeros(512);
    for (size_t i = 0; i < 48; ++i) expected[i] = 47 - static_cast<int>(i);
    CHECK(difference(run.result<int>("out"), expected) == "");
    std::vector<int> marks = zeros(64);
    for (size_t i = 0; i < 32; ++i) marks[i] = 1;
    CHECK(difference(run.result<int>("marks"), marks) == "");
  }
}

TEST_CASE("lanes of a warp may ask at a barrier object one after the other") {
  for (const CorpusRun& run : run_corpus("barrier_object_asked")) {
    std::vector<int> expected = zeros(512);
    for (size_t i = 0; i < 64; ++i) expected[i] = 7;
    CHECK(difference(run.result<int>("out"), expected) == "");
    CHECK(run.report.completed);
  }
}

TEST_CASE("copies that arrive at a barrier object have come where its phase is complete") {
  for (const CorpusRun& run : run_corpus("copies_to_objects")) {
    std::vector<float> expected(512);
    for (size_t block = 0; block < 2; ++block)
      for (size_t i = 0; i < 128; ++i) {
        expected[256 * block + i] = static_cast<float>(2 * 256 * block + 255);
        expected[256 * block + 128 + i] = static_cast<float>(512 + 256 * block + 255 - 2 * i);
      }
    CHECK(difference(run.result<float>("out"), expected) == "");
  }
}

TEST_CASE("a pipeline fetches a stage while another one is used") {
  for (const CorpusRun& run : run_corpus("pipeline")) {
    std::vector<int> expected(1024);
    for (int i = 0; i < 1024; ++i) expected[static_cast<size_t>(i)] = i / 128 * 128 + 127 - i % 128;
    CHECK(difference(run.result<int>("out"), expected) == "");
  }
}

TEST_CASE("a warp fetches the stages of a pipeline that others use") {
  for (const CorpusRun& run : run_corpus("pipeline_roles")) {
    std::vector<int> expected(1024);
    for (int i = 0; i < 1024; ++i)
      expected[static_cast<size_t>(i)] = 3 * (i / 64 * 64 + 63 - i % 64);
    CHECK(difference(run.result<int>("out"), expected) == "");
  }
}

// How the thread of a finding gets into its sentence.
#include "sim/finding.hpp"

#include <doctest/doctest.h>

using namespace warplab::sim;

namespace {

std::string told(const char* what) { return sentence_end(what, {{1, 0, 0}, {5, 0, 0}}, true); }

}  // namespace

TEST_CASE("a sentence says who before it says what to do") {
  CHECK(told("reads a[5]") == "reads a[5], by thread (5,0,0) of block (1,0,0).");
  CHECK(told("frees a block that is free: free it once") ==
        "frees a block that is free, by thread (5,0,0) of block (1,0,0): free it once.");
  CHECK(told("uses barrier 17; there are 16") ==
        "uses barrier 17, by thread (5,0,0) of block (1,0,0); there are 16.");
  CHECK(told("calls too deeply: does it ever end?") ==
        "calls too deeply, by thread (5,0,0) of block (1,0,0): does it ever end?");
}

TEST_CASE("a colon in code or in brackets begins no advice") {
  CHECK(told("device assertion `a ? b : c` failed") ==
        "device assertion `a ? b : c` failed, by thread (5,0,0) of block (1,0,0).");
  CHECK(told("reads the place (row: 3)") ==
        "reads the place (row: 3), by thread (5,0,0) of block (1,0,0).");
}

TEST_CASE("a thread that stands in the sentence is said there alone") {
  CHECK(told("waits: {who} never comes") == "waits: thread (5,0,0) of block (1,0,0) never comes.");
  CHECK(sentence_end("prints too much: print less", {}, false) == "prints too much: print less.");
}

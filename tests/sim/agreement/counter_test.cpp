// The rules of docs/SIMULATOR.md, "What is counted", on accesses made by hand.
#include <doctest/doctest.h>

#include "corpus_run.hpp"
#include "specification/access_cost.hpp"

using namespace warplab;
using sim::Counter;
using specification::LaneAddresses;

namespace {

LaneAddresses strided(uint64_t first, uint64_t stride, unsigned lanes = 32) {
  LaneAddresses addresses;
  for (unsigned l = 0; l < lanes; ++l) addresses[l] = first + l * stride;
  return addresses;
}

uint64_t sectors(const LaneAddresses& lanes, unsigned bytes) {
  return specification::distinct_sectors(lanes, bytes);
}
uint64_t wavefronts(const LaneAddresses& lanes, unsigned bytes) {
  return specification::load_bank_cost(lanes, bytes).wavefronts;
}

}  // namespace

TEST_CASE("a request touches as many sectors as there are different 32-byte pieces") {
  CHECK(sectors(strided(1024, 4), 4) == 4);
  CHECK(sectors(strided(1028, 4), 4) == 5);  // shifted by one word
  CHECK(sectors(strided(1024, 8), 4) == 8);  // every other word
  CHECK(sectors(strided(1024, 32), 4) == 32);
  CHECK(sectors(strided(1024, 4096), 4) == 32);
  CHECK(sectors(strided(1024, 0), 4) == 1);     // all the same
  CHECK(sectors(strided(1024, 16), 16) == 16);  // a vector access is one request
  CHECK(sectors(strided(1024, 1), 1) == 1);
  CHECK(sectors(strided(1024, 4, 5), 4) == 1);  // five lanes
}

TEST_CASE("words of one bank are served one after the other, one word to many lanes at once") {
  CHECK(wavefronts(strided(0, 4), 4) == 1);
  CHECK(wavefronts(strided(0, 8), 4) == 2);
  CHECK(wavefronts(strided(0, 12), 4) == 1);  // an odd stride
  CHECK(wavefronts(strided(0, 128), 4) == 32);
  CHECK(wavefronts(strided(0, 0), 4) == 1);  // broadcast
  CHECK(wavefronts(strided(0, 1), 1) == 1);  // four lanes a word
  CHECK(wavefronts(strided(0, 128, 3), 4) == 3);
}

TEST_CASE("wide accesses go by halves and quarters of the warp") {
  CHECK(wavefronts(strided(0, 8), 8) == 2);
  CHECK(wavefronts(strided(0, 16), 8) == 4);
  CHECK(wavefronts(strided(0, 8, 16), 8) == 1);  // the upper half has no lane
  CHECK(wavefronts(strided(0, 16), 16) == 4);
  CHECK(wavefronts(strided(0, 32), 16) == 8);
  CHECK(specification::load_bank_cost(strided(0, 16), 16).ideal == 4);
  CHECK(specification::load_bank_cost(strided(0, 16, 8), 16).ideal == 1);
}

TEST_CASE("of a wide load whose lanes read in pairs twice as many go together, of a store not") {
  const auto at = [](unsigned (*address)(unsigned)) {
    LaneAddresses lanes;
    for (unsigned l = 0; l < 32; ++l) lanes[l] = address(l);
    return lanes;
  };
  const auto same = at([](unsigned) { return 64u; });
  const auto pairs = at([](unsigned l) { return l / 2 * 16; });
  CHECK(wavefronts(same, 16) == 2);
  CHECK(wavefronts(same, 8) == 1);
  CHECK(wavefronts(same, 4) == 1);
  CHECK(wavefronts(pairs, 16) == 2);
  CHECK(wavefronts(at([](unsigned l) { return (l & ~2u) * 16; }), 16) == 4);
  CHECK(wavefronts(at([](unsigned l) { return l / 4 * 16; }), 16) == 2);
  CHECK(wavefronts(at([](unsigned l) { return l % 4 * 16; }), 16) == 4);  // lane ^ 4 is not enough
  CHECK(specification::store_bank_cost(same, 16).wavefronts == 4);
  CHECK(specification::store_bank_cost(pairs, 16).wavefronts == 4);
}

TEST_CASE("atomics to one word are served one after the other") {
  CHECK(specification::atomic_bank_cost(strided(0, 4), 4).wavefronts == 1);
  CHECK(specification::atomic_bank_cost(strided(0, 0), 4).wavefronts == 32);
  CHECK(specification::atomic_bank_cost(strided(0, 0), 8).wavefronts == 32);
  CHECK(specification::atomic_bank_cost(strided(0, 64), 4).wavefronts == 16);
}

TEST_CASE("local memory is interleaved by words, so equal offsets are neighbours") {
  CHECK(specification::distinct_local_sectors(strided(1024, 0), 4) == 4);
  CHECK(specification::distinct_local_sectors(strided(1024, 0), 16) == 16);
  CHECK(specification::distinct_local_sectors(strided(1024, 4), 4) == 32);
  CHECK(specification::distinct_local_sectors(strided(1024, 0), 1) == 4);
}

TEST_CASE("the lines of a kernel add up to its total, but for what is one warp's or one block's") {
  for (const char* name : {"tiled_matmul", "bitonic_sort", "spin_lock", "recursion", "math_f64"})
    for (const CorpusRun& run : run_corpus(name)) {
      sim::Counters sum;
      for (const auto& [line, counters] : run.report.launches[0].lines) sum += counters;
      for (size_t k = 0; k < sim::kCounterCount; ++k) {
        const auto counter = static_cast<Counter>(k);
        CAPTURE(sim::name_of(counter));
        CHECK(sum[counter] == (data::is_told_by_line(counter) ? run.total()[counter] : 0));
      }
    }
}

TEST_CASE("what lanes of a warp hand each other counts once a warp, and other ways do not") {
  for (const CorpusRun& run : run_corpus("warp_reduction"))
    CHECK(run.total()[Counter::warp_exchanges] > 0);
  for (const CorpusRun& run : run_corpus("tiled_matmul"))  // through shared memory
    CHECK(run.total()[Counter::warp_exchanges] + run.total()[Counter::warp_votes] == 0);
}

TEST_CASE("instructions count once a warp and once a lane, branches once a warp") {
  for (const CorpusRun& run : run_corpus("saxpy")) {
    // 100 of 128 threads work; the last of four warps has four of them.
    CHECK(run.total()[Counter::branches] == 4);
    CHECK(run.total()[Counter::branches_divergent] == 1);
    CHECK(run.total()[Counter::global_load_requests] == 8);
    CHECK(run.total()[Counter::global_load_sectors] == 26);
    CHECK(run.total()[Counter::global_load_bytes] == 800);
    CHECK(run.total()[Counter::global_store_bytes] == 400);
    CHECK(run.total()[Counter::thread_instructions] < 32 * run.total()[Counter::warp_instructions]);
  }
}

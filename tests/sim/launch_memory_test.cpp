// What a launch can reach, what it finds there, and what is told of each buffer.
#include <doctest/doctest.h>

#include <cstring>

#include "corpus/corpus.hpp"
#include "ptx/parser.hpp"
#include "sim/simulate.hpp"
#include "words/text.hpp"

using namespace warplab;
using sim::BufferCounter;

namespace {

struct Launched {
  std::vector<std::vector<std::byte>> memory;  // parallel to the entry's buffers
  sim::Report report;

  template <class T>
  T at(size_t buffer, size_t index) const {
    T value;
    std::memcpy(&value, memory[buffer].data() + index * sizeof(T), sizeof value);
    return value;
  }
  const sim::Finding* finding(sim::FindingKind kind) const {
    for (const sim::Finding& f : report.findings)
      if (f.kind == kind) return &f;
    return nullptr;
  }
};

// The entry run as usual, and with every access observed, after `change`.
template <class Change>
std::vector<Launched> run(const std::string& name, const Change& change) {
  auto entry = sim_corpus::load(name);
  REQUIRE(entry);
  const auto text = sim_corpus::ptx(*entry, entry->targets.back());
  REQUIRE(text);
  const auto module = ptx::parse(*text);
  REQUIRE(module);
  std::vector<Launched> all;
  for (const bool always_exact : {false, true}) {
    Launched ran;
    auto buffers = sim_corpus::buffers(*entry, ran.memory);
    std::vector<sim::Launch> launches = entry->launches;
    change(buffers, launches);
    sim::Options options;
    options.student_file = entry->source_file;
    options.always_exact = always_exact;
    auto report = sim::simulate(*module, buffers, launches, options);
    REQUIRE_MESSAGE(report, (report ? "" : words::text_of(report.why().says)));
    ran.report = std::move(*report);
    all.push_back(std::move(ran));
  }
  return all;
}

std::vector<Launched> run(const std::string& name) {
  return run(name, [](auto&, auto&) {});
}

}  // namespace

TEST_CASE("what is asked of each buffer is told by buffer and by line, whatever a warp mixes") {
  for (const Launched& ran : run("two_buffers_at_once")) {
    const sim::TrafficByBuffer& traffic = ran.report.launches.at(0).traffic;
    REQUIRE(traffic.buffers.size() == 4);
    const auto& a = traffic.buffers[0].total;
    // Two warps: the mixed request reads 16 floats of a each, then two of four turns all 32.
    CHECK(a[BufferCounter::load_requests] == 2 + 2 * 2);
    CHECK(a[BufferCounter::load_sectors] == 2 * 2 + 2 * 2 * 4);
    CHECK(a[BufferCounter::load_bytes] == 2 * 16 * 4 + 2 * 2 * 32 * 4);
    CHECK(a[BufferCounter::sectors] == a[BufferCounter::load_sectors]);
    CHECK(a[BufferCounter::store_requests] == 0);
    CHECK(traffic.buffers[1].total == a);
    CHECK(traffic.buffers[0].lines.at(13)[BufferCounter::load_requests] == 2);
    CHECK(traffic.buffers[2].total[BufferCounter::store_bytes] == 64 * 4);
    CHECK(traffic.buffers[3].total[BufferCounter::atomic_requests] == 2);
    CHECK(traffic.buffers[3].total[BufferCounter::atomic_bytes] == 64 * 4);
    CHECK(traffic.buffers[3].total[BufferCounter::bytes] == 64 * 4);
    CHECK(traffic.variables.total[BufferCounter::store_sectors] == 2 * 4);
    CHECK(traffic.variables.total[BufferCounter::load_requests] == 2);  // the constants
    CHECK(traffic.heap.total == sim::BufferCounters{});
    // Nothing is lost: together they are what the launch asked of global and constant memory.
    uint64_t sectors = traffic.variables.total[BufferCounter::sectors];
    for (const sim::BufferTraffic& b : traffic.buffers) sectors += b.total[BufferCounter::sectors];
    const sim::Counters& total = ran.report.launches.at(0).total;
    CHECK(sectors == total[sim::Counter::global_sectors] + total[sim::Counter::constant_sectors]);
    CHECK(total[sim::Counter::constant_requests] == 2);
    CHECK(total[sim::Counter::param_requests] == 4 * 2);
    CHECK(total[sim::Counter::global_sectors] == total[sim::Counter::global_load_sectors] +
                                                     total[sim::Counter::global_store_sectors] +
                                                     total[sim::Counter::global_atomic_sectors]);
  }
}

TEST_CASE("a launch reaches only its own arguments, and the sentence names the buffer") {
  for (const Launched& ran : run("only_own_arguments")) {
    const sim::Finding* f = ran.finding(sim::FindingKind::out_of_bounds);
    REQUIRE(f != nullptr);
    CHECK(
        words::text_of(*f).starts_with("Line 17 reads in[0], but this launch was not given `in`"));
    CHECK(ran.at<float>(2, 0) == 0);    // what is out of bounds gives 0
    CHECK(ran.at<float>(2, 32) == -1);  // the saved pointer is gone
    CHECK(ran.report.launches.at(1).traffic.buffers[0].total == sim::BufferCounters{});
  }
}

TEST_CASE("a buffer that a launch was given is in bounds however its address was had") {
  const auto give = [](auto&, std::vector<sim::Launch>& launches) {
    launches[2].keep_variables = true;
    launches[1].kernel = "use_saved";
    launches[1].arguments.erase(launches[1].arguments.begin());
    launches[1].keep_variables = true;
  };
  for (const Launched& ran : run("only_own_arguments", give)) {
    CHECK(ran.report.findings.empty());
    CHECK(ran.at<float>(2, 32) == 1);  // kept variables hold what the launch before left
  }
}

TEST_CASE("variables start anew for each launch, unless it keeps them") {
  for (const Launched& ran : run("variables_start_anew")) {
    CHECK(ran.report.findings.empty());
    CHECK(ran.at<int>(0, 0) == 7);
    CHECK(ran.at<int>(0, 63) == 7);
  }
  const auto keep = [](auto&, std::vector<sim::Launch>& launches) {
    launches[1].keep_variables = true;
  };
  for (const Launched& ran : run("variables_start_anew", keep)) {
    CHECK(ran.at<int>(0, 31) == 7);
    CHECK(ran.finding(sim::FindingKind::null_pointer) != nullptr);  // `where` is kept, too
  }
}

TEST_CASE("blocks of malloc() end with their launch") {
  for (const Launched& ran : run("heap_of_each_launch")) {
    REQUIRE(ran.finding(sim::FindingKind::out_of_bounds) != nullptr);
    CHECK(ran.at<int>(1, 5) == 0);
    CHECK(ran.report.launches.at(0).traffic.heap.total[BufferCounter::store_bytes] == 32 * 4);
    CHECK(ran.report.launches.at(1).traffic.heap.total == sim::BufferCounters{});
  }
}

TEST_CASE("an input may only be read: stores and atomics on it are a finding and change nothing") {
  const auto inputs = [](std::vector<sim::Buffer>& buffers, auto&) {
    for (size_t b : {0u, 3u}) buffers[b].read_only = true;
  };
  for (const Launched& ran : run("two_buffers_at_once", inputs)) {
    const sim::Finding* f = ran.finding(sim::FindingKind::read_only_write);
    REQUIRE(f != nullptr);
    CHECK(
        words::text_of(*f).starts_with("Line 20 updates count[0], but `count` is an input of this "
                                       "exercise, which kernels only read"));
    CHECK(ran.at<int>(3, 0) == 0);
    CHECK(ran.report.launches.at(0).traffic.buffers[3].total == sim::BufferCounters{});
  }
  for (const Launched& ran : run("two_buffers_at_once")) CHECK(ran.report.findings.empty());
  const auto output = [](std::vector<sim::Buffer>& buffers, auto&) { buffers[2].read_only = true; };
  for (const Launched& ran : run("two_buffers_at_once", output)) {
    const sim::Finding* f = ran.finding(sim::FindingKind::read_only_write);
    REQUIRE(f != nullptr);
    CHECK(words::text_of(*f).starts_with("Line 21 writes out[0], but `out` is an input"));
  }
}

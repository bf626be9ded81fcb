// What the machine code and the compiler's warnings say of a kernel beside its PTX.
#include <doctest/doctest.h>

#include <string>

#include "ptx/parser.hpp"
#include "sim/simulate.hpp"
#include "words/text.hpp"

using namespace warplab;

namespace {

// Two blocks of 40 threads, which are two warps each.
sim::Report report_of(const std::string& body, const sim::Options& options,
                      const std::string& functions = "") {
  const auto module = ptx::parse(".version 9.0\n.target sm_90\n.address_size 64\n" + functions +
                                 ".visible .entry k() { .reg .b32 %r<3>;"
                                 ".local .align 4 .b8 mine[16];" +
                                 body + " ret; }");
  REQUIRE_MESSAGE(module, (module ? "" : module.error()));
  sim::Launch launch;
  launch.kernel = "k";
  launch.grid = {2, 1, 1};
  launch.block = {40, 1, 1};
  const auto report = sim::simulate(*module, {}, {&launch, 1}, options);
  REQUIRE_MESSAGE(report, (report ? "" : words::text_of(report.why().says)));
  return *report;
}

const std::string kLocal = "mov.u32 %r1, 5; st.local.u32 [mine], %r1; ld.local.u32 %r2, [mine];";

}  // namespace

TEST_CASE("local memory counts unless the machine code of the kernel has none") {
  const auto sectors = [](const sim::Options& options, const std::string& functions = "") {
    const sim::Report report = report_of(kLocal, options, functions);
    uint64_t of_lines = 0;
    for (const auto& [line, counters] : report.launches[0].lines)
      of_lines += counters[sim::Counter::local_sectors];
    const uint64_t total = report.launches[0].total[sim::Counter::local_sectors];
    CHECK(of_lines == total);
    return total;
  };
  const uint64_t counted = sectors({});
  CHECK(counted > 0);
  sim::Options options;
  options.machine_code["another"] = {};
  CHECK(sectors(options) == counted);
  options.machine_code["k"].local_bytes = 16;
  CHECK(sectors(options) == counted);
  options.machine_code["k"].local_bytes = 0;
  CHECK(sectors(options) == 0);
  // What a function takes that calls itself is not among the kernel's bytes.
  CHECK(sectors(options, ".func f() { .local .align 4 .b8 its[16]; ret; }") == counted);
}

TEST_CASE("what registers spill counts once for each warp") {
  sim::Options options;
  CHECK(report_of(kLocal, options).launches[0].total[sim::Counter::spilled_sectors] == 0);
  options.machine_code["k"].spilled_bytes = 24;  // six words: 24 sectors of 32 bytes for 32 lanes
  CHECK(report_of(kLocal, options).launches[0].total[sim::Counter::spilled_sectors] == 4 * 24);
}

TEST_CASE("a trap where the compiler warned of a store to constant memory is that store") {
  const auto finding = [](const sim::ConstantStores& stores) {
    sim::Options options;
    options.constant_stores = stores;
    const sim::Report report = report_of("trap;", options);
    REQUIRE(report.findings.size() == 1);
    return report.findings[0];
  };
  CHECK(finding({}).kind == sim::FindingKind::trap);
  for (const bool source_has_traps : {false, true}) {
    const sim::Finding store = finding({{7, 9}, source_has_traps});  // the trap has no line
    CHECK(store.kind == sim::FindingKind::read_only_write);
    CHECK(store.line == 7);
  }
}

// Operands that no compiler writes, but inline assembly may: offsets outside of their area, sizes
// and strides that come round 2^64, registers of other sizes. Whatever they say, nothing outside of
// the kernel's own memory is read or written: it is refused with the line, or it is a finding.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cstring>
#include <set>
#include <string>
#include <vector>

#include "ptx/parser.hpp"
#include "sim/device/windows.hpp"
#include "sim/simulate.hpp"
#include "specification/specification.hpp"
#include "words/text.hpp"

using namespace warplab;

namespace {

constexpr size_t kElements = 64;

struct Outcome {
  std::string error;  // "" where it ran
  std::vector<uint32_t> out;
  std::set<sim::FindingKind> findings;
  bool operator==(const Outcome&) const = default;
};

// Lanes that all write the same place and what nobody has written are another test's.
bool is_about_operands(sim::FindingKind kind) {
  using enum sim::FindingKind;
  return kind != race && kind != note && kind != uninitialized;
}

// By the specification, or by the simulator.
Outcome run(bool specified, const ptx::Module& module) {
  Outcome outcome;
  outcome.out.assign(kElements, 7);
  sim::Buffer buffer;
  buffer.name = "out";
  buffer.element = sim::ElementType::u32;
  buffer.shape = {kElements};
  buffer.bytes = std::as_writable_bytes(std::span(outcome.out));
  sim::Launch launch;
  launch.kernel = "k";
  launch.grid = {1, 1, 1};
  launch.block = {32, 1, 1};
  launch.arguments.push_back({0, {}});
  sim::Options options;
  options.max_work_per_warp = 100'000;
  const auto report = specified ? Result<sim::Report, sim::Refusal>(specification::run(
                                      module, {&buffer, 1}, {&launch, 1}, options))
                                : sim::simulate(module, {&buffer, 1}, {&launch, 1}, options);
  if (!report) outcome.error = words::text_of(report.why().says);
  else
    for (const sim::Finding& f : report->findings)
      if (is_about_operands(f.kind)) outcome.findings.insert(f.kind);
  return outcome;
}

// The outcome of the kernel k(out) with this body, which is as specified. %rd1 is the address of
// out, %r1 the lane.
Outcome run_kernel(const std::string& body, const std::string& before = "") {
  const std::string text =
      ".version 9.0\n.target sm_90\n.address_size 64\n" + before +
      "\n.visible .entry k(.param .u64 p) {\n"
      ".reg .pred %p<4>;\n.reg .b16 %rs<4>;\n.reg .b32 %r<8>;\n.reg .b64 %rd<8>;\n"
      ".reg .b128 %rq<2>;\n"
      "ld.param.u64 %rd1, [p];\nmov.u32 %r1, %tid.x;\n" +
      body + "\nret;\n}\n";
  const auto module = ptx::parse(text);
  CAPTURE(text);
  REQUIRE_MESSAGE(module, (module ? "" : module.error()));
  const Outcome simulated = run(false, *module);
  if (!simulated.error.empty() || !specification::left_out(*module).empty()) return simulated;
  const Outcome specified = run(true, *module);
  CHECK((simulated.findings == specified.findings));
  CHECK(simulated.out == specified.out);
  return simulated;
}

std::string error_of(const std::string& body, const std::string& before = "") {
  return run_kernel(body, before).error;
}

// Only reads and writes that were refused.
void check_refused(const Outcome& outcome, sim::FindingKind kind) {
  CHECK(outcome.error == "");
  REQUIRE(!outcome.findings.empty());
  for (const sim::FindingKind found : outcome.findings) CHECK(found == kind);
}

const char* const kFunction =
    ".func (.param .b32 r) f(.param .b32 a) {\n.reg .b32 %r<3>;\nld.param.b32 %r1, [a];\n"
    "add.s32 %r2, %r1, 5;\nst.param.b32 [r], %r2;\nret;\n}\n";

std::string call_of_f(const std::string& store, const std::string& load) {
  return "{\n.param .b32 x;\n.param .b32 y;\n" + store + "\ncall (y), f, (x);\n" + load +
         "\n}\nst.global.b32 [%rd1], %r2;";
}

}  // namespace

TEST_CASE("a store beyond a call's argument is refused with its place") {
  for (const char* offset : {"4", "-4", "1", "4294967296", "9223372036854775807", "-4294967296"}) {
    const std::string error = error_of(
        call_of_f(fmt::format("st.param.b32 [x+{}], 4;", offset), "ld.param.b32 %r2, [y];"),
        kFunction);
    CAPTURE(error);
    CHECK(error.find("of x, which") != std::string::npos);
    CHECK(error.find("the instruction st.param.b32") != std::string::npos);
  }
  const Outcome right =
      run_kernel(call_of_f("st.param.b32 [x+0], 4;", "ld.param.b32 %r2, [y];"), kFunction);
  CHECK(right.error == "");
  CHECK(right.out[0] == 9);
}

TEST_CASE("a load beyond a call's result is refused with its place") {
  for (const char* load : {"ld.param.b64 %rd2, [y];", "ld.param.b32 %r2, [y+4];",
                           "ld.param.v2.b32 {%r2, %r3}, [y];", "ld.param.b32 %r2, [y+-4];"})
    CHECK(error_of(call_of_f("st.param.b32 [x], 4;", load), kFunction).find("of y, which has 4") !=
          std::string::npos);
}

TEST_CASE("a load in front of a kernel's parameters or behind them is refused") {
  CHECK(error_of("ld.param.b64 %rd2, [p+-8];").find("at byte -8 of p") != std::string::npos);
  CHECK(error_of("ld.param.b64 %rd2, [p+8];").find("of p, which has 8") != std::string::npos);
  CHECK(error_of("ld.param.v2.b64 {%rd2, %rd3}, [p];").find("of p") != std::string::npos);
  CHECK(run_kernel("ld.param.b32 %r2, [p+4];").error == "");
  // Computed addresses are looked at when it runs.
  check_refused(run_kernel("mov.b64 %rd2, -8;\nld.param.b64 %rd3, [%rd2];"),
                sim::FindingKind::out_of_bounds);
  check_refused(run_kernel("mov.b64 %rd2, 0x730000000000;\nld.b64 %rd3, [%rd2+-8+8+8];"),
                sim::FindingKind::out_of_bounds);
}

TEST_CASE("lanes that access both ends of all addresses are looked at one by one") {
  const std::string array = ".shared .align 16 .b8 s[160];\nmov.b64 %rd2, s;\n";
  for (const char* access :
       {"cp.async.ca.shared.global [%rd3], [%rd1], 16;\ncp.async.wait_all;",
        "st.shared.v4.b32 [%rd3], {%r1, %r1, %r1, %r1};", "st.shared.b32 [%rd3], %r1;",
        "ld.shared.b32 %r2, [%rd3];", "atom.shared.add.u32 %r2, [%rd3], 1;", "ld.b32 %r2, [%rd3];",
        "ld.global.b32 %r2, [%rd3];", "ld.local.b32 %r2, [%rd3];"})
    for (const char* stride : {"-16", "16", "-4", "0x8000000000000000"}) {
      CAPTURE(access);
      CAPTURE(stride);
      CHECK(error_of(array + fmt::format("cvt.u64.u32 %rd3, %r1;\nmul.lo.u64 %rd3, %rd3, {};\n{}",
                                         stride, access)) == "");
    }
}

TEST_CASE("an argument of 2^27 bytes is refused, its 32 lanes would come round 2^32") {
  for (const char* bytes : {"134217728", "2147483648", "4294967296", "1099511627776", "65537"})
    CHECK(error_of(fmt::format("{{\n.param .b8 x[{}];\n}}", bytes)).find("bytes of parameters") !=
          std::string::npos);
  CHECK(error_of("{\n.param .b8 x[4096];\nst.param.b32 [x+4092], 3;\n}") == "");
}

TEST_CASE("local memory ends where a thread's does, also in front of 2^64") {
  const char* const kLocal = ".local .align 8 .b8 l[16];\n";
  for (const char* address :
       {"-4", "-8", "1040", "1020", "0x7fffffffffffffc", "-9223372036854775808"})
    for (const char* access : {"ld.local.b32 %r2, [%rd2];", "st.local.b32 [%rd2], 1;"})
      check_refused(run_kernel(fmt::format("{}mov.b64 %rd2, {};\nmov.b64 %rd3, l;\n{}", kLocal,
                                           address, access)),
                    sim::FindingKind::out_of_bounds);
  const Outcome right = run_kernel(
      fmt::format("{}mov.b64 %rd2, l;\nst.local.b32 [%rd2+12], 3;\nld.local.b32 %r2, [%rd2+12];\n"
                  "st.global.b32 [%rd1], %r2;",
                  kLocal));
  CHECK(right.error == "");
  CHECK(right.out[0] == 3);
}

TEST_CASE("a lane stride that comes round 2^64 reaches no other memory") {
  // 31 strides are 64 bytes further, modulo 2^64: both ends lie in the buffer, nothing between
  // does.
  uint64_t inverse = 1;
  for (int k = 0; k < 6; ++k) inverse *= 2 - 31 * inverse;
  REQUIRE(31 * inverse == 1);
  for (const uint64_t ends : {uint64_t{64}, uint64_t{0} - 64}) {
    const std::string addresses = fmt::format(
        "cvt.u64.u32 %rd2, %r1;\nmul.lo.u64 %rd3, %rd2, {};\nadd.u64 %rd3, %rd1, %rd3;\n"
        "add.u64 %rd3, %rd3, 128;\n",
        ends * inverse);
    check_refused(run_kernel(addresses + "ld.global.b32 %r2, [%rd3];"),
                  sim::FindingKind::out_of_bounds);
    check_refused(run_kernel(addresses + "st.global.b32 [%rd3], %r1;"),
                  sim::FindingKind::out_of_bounds);
  }
  const Outcome backwards = run_kernel(
      "cvt.u64.u32 %rd2, %r1;\nshl.b64 %rd3, %rd2, 2;\nsub.u64 %rd3, %rd1, %rd3;\n"
      "st.global.b32 [%rd3+124], %r1;");
  CHECK(backwards.findings.empty());
  CHECK(backwards.out[31] == 0);
  CHECK(backwards.out[0] == 31);
}

TEST_CASE("shared memory's wild addresses are findings, whatever their sign") {
  for (const char* address : {"-4", "-9223372036854775808", "0x7ffffffffffffffc", "4294967292"})
    check_refused(run_kernel(fmt::format("mov.b64 %rd2, {};\nst.shared.b32 [%rd2], 1;\n"
                                         "mov.u32 %r2, s;",
                                         address),
                             ".shared .align 4 .b8 s[64];"),
                  sim::FindingKind::out_of_bounds);
}

TEST_CASE("registers that do not fit their instruction are refused") {
  for (const char* instruction :
       {"mov.b128 %r2, {%rd1, %rd2};", "mov.b128 {%rd1, %rd2}, %r2;", "mov.b64 {%rd1, %r2}, %rd3;",
        "mov.b64 %rd2, {_, %r2};", "mov.b64 %rd2, {%r2, %r2, %r2};", "mov.b64 {5, %r2}, %rd3;",
        "ld.global.v2.b32 {5, %r2}, [%rd1];", "ld.global.v4.b32 {%r2, %r3}, [%rd1];",
        "ld.global.v2.b32 {%r2, %rd2}, [%rd1];", "ld.global.b64 %r2, [%rd1];",
        "st.global.b32 [%rd1], _;", "atom.global.exch.b128 %r2, [%rd1], %rq1;",
        "atom.global.exch.b128 %rq0, [%rd1], %r2;", "atom.global.cas.b128 %rq0, [%rd1], %rq1, %r2;",
        "atom.global.add.v2.f32 {%r2, %r3}, [%rd1], {%r2, %r3, %r3};",
        "atom.global.add.v2.f32 {5, %r3}, [%rd1], {%r2, %r3};",
        "red.global.add.u64 [%rd1], %r2;"}) {
    CAPTURE(instruction);
    CHECK(error_of(instruction) != "");
  }
  const Outcome right = run_kernel(
      "mov.b64 %rd2, 3;\nmov.b128 %rq0, {%rd2, %rd2};\nmov.b128 {%rd3, %rd4}, %rq0;\n"
      "mov.b64 {%r2, _}, %rd4;\nst.global.b32 [%rd1], %r2;\nisspacep.global _, %rd1;");
  CHECK(right.error == "");
  CHECK(right.out[0] == 3);
}

TEST_CASE("a register is packed of parts of any width, and taken apart, in the lanes that do so") {
  // %r3 and %rd3 hold what is stored of each lane; %p1: of some lanes.
  const std::string before =
      "mul.lo.u32 %r2, %r1, 0x01234567;\nxor.b32 %r2, %r2, 0x89abcdef;\nnot.b32 %r3, %r2;\n"
      "cvt.u64.u32 %rd2, %r2;\nmul.lo.u64 %rd2, %rd2, 0x123456789abcdef1;\nnot.b64 %rd3, %rd2;\n"
      "mov.b128 %rq0, {%rd2, %rd3};\nmov.b32 {%rs0, %rs1}, %r2;\nmov.b32 {%rs2, %rs3}, %r3;\n"
      "mov.b32 %r4, %r1;\nmov.b32 %r5, %r1;\nmov.b32 %r6, %r1;\nmov.b32 %r7, %r1;\n"
      "mov.b64 %rd4, 5;\nmov.b64 %rd5, 7;\nmov.b128 %rq1, {%rd4, %rd5};\n"
      "and.b32 %r0, %r1, 5;\nsetp.eq.u32 %p1, %r0, 1;\n";
  // Everything that a move may have changed, in one number.
  const std::string after =
      "mov.b64 {%r0, %r3}, %rd4;\nxor.b32 %r4, %r4, %r0;\nmad.lo.u32 %r4, %r3, 3, %r4;\n"
      "mad.lo.u32 %r4, %r5, 5, %r4;\nmad.lo.u32 %r4, %r6, 7, %r4;\nmad.lo.u32 %r4, %r7, 9, %r4;\n"
      "mov.b128 {%rd5, %rd6}, %rq1;\nmov.b64 {%r0, %r3}, %rd5;\nmad.lo.u32 %r4, %r0, 11, %r4;\n"
      "mad.lo.u32 %r4, %r3, 13, %r4;\nmov.b64 {%r0, %r3}, %rd6;\nmad.lo.u32 %r4, %r0, 15, %r4;\n"
      "mad.lo.u32 %r4, %r3, 17, %r4;\ncvt.u32.u16 %r0, %rs0;\nmad.lo.u32 %r4, %r0, 19, %r4;\n"
      "cvt.u32.u16 %r0, %rs1;\nmad.lo.u32 %r4, %r0, 21, %r4;\nmul.wide.u32 %rd2, %r1, 4;\n"
      "add.u64 %rd1, %rd1, %rd2;\nst.global.u32 [%rd1], %r4;";
  const std::vector<uint32_t> unchanged = run_kernel(before + after).out;
  for (const char* move :
       {"mov.b32 %r4, {%rs1, %rs2};", "mov.b64 %rd4, {%rs0, %rs1, %rs2, %rs3};",
        "mov.b64 %rd4, {%r2, %r3};", "mov.b64 %rd4, {%r3, %r3};", "mov.b128 %rq1, {%rd3, %rd2};",
        "mov.b128 %rq1, {%r1, %r2, %r3, %r1};", "mov.b32 {%rs0, %rs1}, %r3;",
        "mov.b32 {_, %rs0}, %r3;", "mov.b64 {%rs0, _, _, %rs1}, %rd2;", "mov.b64 {%r4, %r5}, %rd2;",
        "mov.b64 {_, %r5}, %rd2;", "mov.b64 {%r5, %r5}, %rd2;", "mov.b128 {%rd4, _}, %rq0;",
        "mov.b128 {_, %rd4}, %rq0;", "mov.b128 {%r4, %r5, %r6, %r7}, %rq0;",
        "mov.b128 {%r4, _, %r6, _}, %rq0;"}) {
    CAPTURE(move);
    const Outcome all = run_kernel(before + move + after);
    const Outcome some = run_kernel(before + "@%p1 " + move + after);
    CHECK(all.error == "");
    CHECK(some.error == "");
    for (uint32_t lane = 0; lane < 32; ++lane) {
      CHECK(all.out[lane] != unchanged[lane]);
      CHECK(some.out[lane] == ((lane & 5) == 1 ? all : Outcome{"", unchanged, {}}).out[lane]);
    }
  }
}

TEST_CASE("calls pass what the function takes, or are refused") {
  const std::string before =
      std::string(kFunction) +
      ".extern .func (.param .b32 r) vprintf(.param .b64 a, .param .b64 b);\n"
      ".extern .func (.param .b64 r) malloc(.param .b64 a);\n";
  const auto call = [&](const char* text) {
    return error_of(
        fmt::format("{{\n.param .b64 w;\n.param .b32 n;\n.param .b8 b[1];\n{}\n}}", text), before);
  };
  CHECK(call("call (n), f, (w);").find("other arguments to f") != std::string::npos);
  CHECK(call("call (n), f, ();").find("other arguments to f") != std::string::npos);
  CHECK(call("call (b), f, (n);").find("another result of f") != std::string::npos);
  CHECK(call("call (b), vprintf, (w, w);").find("another result of vprintf") != std::string::npos);
  CHECK(call("call (n), malloc, (w);").find("another result of malloc") != std::string::npos);
  CHECK(call("call (n), f, (%r1);").find("no .param variable") != std::string::npos);
  CHECK(call("call (n), k, (w);").find("calls the kernel k") != std::string::npos);
  CHECK(call("call (n), f, (n);") == "");
}

TEST_CASE("a pointer to a kernel or into a function is no function to call") {
  for (const char* address : {"k", "f+1", "f+16000000", "f+-16000000"}) {
    const Outcome outcome = run_kernel(
        fmt::format("mov.b64 %rd2, {};\n{{\n.param .b32 x;\n.param .b32 y;\nst.param.b32 [x], 1;\n"
                    "prototype: .callprototype (.param .b32 _) _ (.param .b32 _);\n"
                    "call (y), %rd2, (x), prototype;\n}}",
                    address),
        kFunction);
    CAPTURE(address);
    CHECK(outcome.error == "");
    REQUIRE(!outcome.findings.empty());
    CHECK(*outcome.findings.begin() == sim::FindingKind::trap);
  }
}

TEST_CASE("an argument that nobody has stored is 0 in every call") {
  const Outcome outcome =
      run_kernel(call_of_f("st.param.b32 [x], 4;", "ld.param.b32 %r2, [y];") + "\n" +
                     call_of_f("", "ld.param.b32 %r3, [y];\nst.global.b32 [%rd1+4], %r3;"),
                 kFunction);
  CHECK(outcome.error == "");
  CHECK(outcome.out[1] == 5);
}

TEST_CASE("memory that no GPU has is refused with its size") {
  CHECK(error_of(".local .b8 l[65537];").find("65 537 bytes of local variables") !=
        std::string::npos);
  CHECK(error_of(".local .b8 l[1099511627776];").find("bytes of local variables") !=
        std::string::npos);
  CHECK(
      error_of(".local .align 4 .b8 l[65536];\nmov.b64 %rd2, l;\nst.local.b32 [%rd2+65532], 1;") ==
      "");
  CHECK(error_of("mov.u32 %r2, s;", ".shared .b8 s[4294967360];") != "");
  CHECK(error_of("mov.u32 %r2, s;", ".shared .b8 s[1099511627776];") != "");
  CHECK(error_of("mov.u32 %r2, s;", ".shared .b8 s[49153];") != "");
  CHECK(error_of("mov.u32 %r2, s;", ".shared .b8 s[49152];") == "");
  CHECK(error_of("", ".global .b8 g[1099511627776];").find("up to g") != std::string::npos);
  CHECK(error_of("", ".global .b8 g[67108864];") == "");
}

// Every opcode has its row, and every row is one that the simulator executes.
#include <doctest/doctest.h>

#include <map>
#include <set>
#include <string>

#include "ptx/opcode.hpp"
#include "ptx/parser.hpp"
#include "sim/execute/rows.hpp"
#include "sim/simulate.hpp"

using namespace warplab;
using ptx::Family;

namespace {

std::string opcode_in(const std::string& spelling) {
  return spelling.substr(0, spelling.find('.'));
}

// One instruction for each opcode that is no row of arithmetic.
const std::map<std::string, std::string> kExamples = {
    {"activemask", "activemask.b32 %r1;"},
    {"applypriority", "applypriority.global.L2::evict_normal [%rd1], 128;"},
    {"atom", "atom.global.add.u32 %r1, [%rd1], 1;"},
    {"bar", "bar.sync 0;"},
    {"barrier", "barrier.sync 0;"},
    {"bra", "bra end; end:"},
    {"brkpt", "brkpt;"},
    {"brx", "mov.u32 %r1, 0; t: .branchtargets end; brx.idx %r1, t; end:"},
    {"call", "call f;"},
    {"cp", "cp.async.commit_group;"},
    {"cvta", "cvta.shared.u64 %rd1, %rd1;"},
    {"elect", "elect.sync _|%p1, 0xffffffff;"},
    {"exit", "exit;"},
    {"fence", "fence.acq_rel.gpu;"},
    {"griddepcontrol", "griddepcontrol.wait;"},
    {"isspacep", "isspacep.shared %p1, %rd1;"},
    {"ld", "ld.global.u32 %r1, [%rd1];"},
    {"ldu", "ldu.global.u32 %r1, [%rd1];"},
    {"match", "match.any.sync.b32 %r1, %r1, 0xffffffff;"},
    {"mbarrier", "mov.b64 %rd2, 0; mbarrier.pending_count.b64 %r1, %rd2;"},
    {"membar", "membar.gl;"},
    {"nanosleep", "nanosleep.u32 1;"},
    {"pmevent", "pmevent 1;"},
    {"prefetch", "prefetch.global.L2 [%rd1];"},
    {"prefetchu", "prefetchu.L1 [%rd1];"},
    {"red", "red.global.add.u32 [%rd1], 1;"},
    {"redux", "redux.sync.add.u32 %r1, %r1, 0xffffffff;"},
    {"ret", "ret;"},
    {"setmaxnreg", "setmaxnreg.inc.sync.aligned.u32 64;"},
    {"shfl", "shfl.sync.idx.b32 %r1, %r1, 0, 31, 0xffffffff;"},
    {"st", "st.global.u32 [%rd1], 1;"},
    {"trap", "trap;"},
    {"vote", "vote.sync.ballot.b32 %r1, %p1, 0xffffffff;"}};

std::string error_of(const std::string& instruction) {
  const auto module = ptx::parse(
      ".version 9.0\n.target sm_90\n.address_size 64\n.func f() { ret; }\n"
      ".visible .entry k(.param .u64 p)\n{ .reg .pred %p<4>; .reg .b32 %r<4>; .reg .b64 %rd<4>;\n"
      "ld.param.u64 %rd1, [p];\n" +
      instruction + "\nret; }");
  REQUIRE_MESSAGE(module, instruction << ": " << (module ? "" : module.error()));
  std::vector<std::byte> memory(1024);
  sim::Buffer buffer;
  buffer.name = "out";
  buffer.element = sim::ElementType::u32;
  buffer.shape = {256};
  buffer.bytes = memory;
  sim::Launch launch;
  launch.kernel = "k";
  launch.grid = {1, 1, 1};
  launch.block = {32, 1, 1};
  launch.arguments.push_back({0, {}});
  const auto report = sim::simulate(*module, {&buffer, 1}, {&launch, 1}, {});
  return report ? std::string() : report.error();
}

}  // namespace

TEST_CASE("every row of arithmetic is of an opcode that computes, and every such opcode has one") {
  std::set<std::string> computed;
  for (const auto& [spelling, row] : sim::arithmetic_rows().all()) {
    CAPTURE(spelling);
    const ptx::Opcode* opcode = ptx::find_opcode(opcode_in(spelling));
    REQUIRE(opcode != nullptr);
    CHECK(opcode->family == Family::compute);
    computed.insert(opcode_in(spelling));
  }
  REQUIRE(computed.size() > 50);
  for (const ptx::Opcode& opcode : ptx::opcodes())
    if (opcode.family == Family::compute)
      CHECK_MESSAGE(computed.contains(std::string(opcode.name)), opcode.name);
}

TEST_CASE("every other opcode of the table is executed") {
  size_t others = 0;
  for (const ptx::Opcode& opcode : ptx::opcodes()) {
    if (opcode.family == Family::compute) continue;
    ++others;
    const std::string name(opcode.name);
    CAPTURE(name);
    REQUIRE(kExamples.contains(name));
    CHECK(error_of(kExamples.at(name)) == "");
  }
  CHECK(others == kExamples.size());
}

TEST_CASE("an opcode without a row is refused by name") {
  CHECK(ptx::find_opcode("wgmma") == nullptr);
  const std::string error = error_of("wgmma.fence.sync.aligned;");
  CHECK(error.find("wgmma.fence.sync.aligned") != std::string::npos);
  CHECK(error.find("not supported") != std::string::npos);
}

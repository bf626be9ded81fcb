// The table of opcodes is that of the loops, of the documentation, and of what can be executed.
#include <doctest/doctest.h>

#include <array>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "ptx/opcode.hpp"
#include "ptx/parser.hpp"
#include "sim/execute/rows.hpp"
#include "sim/simulate.hpp"
#include "words/text.hpp"

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
    {"ldmatrix", "ldmatrix.sync.aligned.m8n8.x1.b16 {%r1}, [%rd1];"},
    {"ldu", "ldu.global.u32 %r1, [%rd1];"},
    {"match", "match.any.sync.b32 %r1, %r1, 0xffffffff;"},
    {"mbarrier", "mov.b64 %rd2, 0; mbarrier.pending_count.b64 %r1, %rd2;"},
    {"membar", "membar.gl;"},
    {"mma", "mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32 {%r1,%r2},{%r1},{%r2},{%r1,%r2};"},
    {"movmatrix", "movmatrix.sync.aligned.m8n8.trans.b16 %r1, %r2;"},
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
    {"stmatrix", "stmatrix.sync.aligned.m8n8.x1.b16 [%rd1], {%r1};"},
    {"trap", "trap;"},
    {"vote", "vote.sync.ballot.b32 %r1, %p1, 0xffffffff;"},
    {"wmma", "wmma.load.a.sync.aligned.row.m8n8k32.global.s4 {%r1}, [%rd1], 32;"}};

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
  return report ? std::string() : words::text_of(report.why().says);
}

std::vector<std::string> words(std::string_view text) {
  std::istringstream in{std::string(text)};
  return {std::istream_iterator<std::string>(in), {}};
}

// Calls `look` with each instruction that `form` allows, without operands.
template <class Look>
void for_each_instruction(const ptx::InstructionForm& form, const Look& look) {
  ptx::Instruction instruction;
  instruction.opcode = form.opcode;
  const auto add = [&](const auto& self, size_t k) -> void {
    if (k == form.modifiers().size()) return look(instruction);
    const ptx::Modifier& modifier = form.modifiers()[k];
    if (modifier.is_optional) self(self, k + 1);
    for (const std::string& word : words(modifier.words)) {
      instruction.modifiers.push_back(word);
      self(self, k + 1);
      instruction.modifiers.pop_back();
    }
  };
  add(add, 0);
}

// What a handler expects of operand `k`, see sim::Row.
uint8_t lane_bytes(const ptx::InstructionForm& form, const ptx::Instruction& i, size_t k) {
  if (k >= form.operands().size() || form.operands()[k].is_optional) return 0;
  const ptx::Type type = ptx::operand_type(form, i, k);
  return type == ptx::Type::pred ? sim::kPredicate : ptx::bytes_of(type) == 8 ? 8 : 4;
}

// The names in backticks in the first column of the table of "What it executes".
std::set<std::string> documented_opcodes() {
  std::ifstream file(WARPLAB_SOURCE_DIR "/docs/SIMULATOR.md");
  std::set<std::string> names;
  bool is_here = false;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("##")) is_here = line == "## What it executes";
    if (!is_here || !line.starts_with("| `")) continue;
    const std::string column = line.substr(2, line.find(" |", 2) - 2);
    for (size_t at = 0; (at = column.find('`', at)) != std::string::npos;) {
      const size_t end = column.find('`', at + 1);
      names.insert(opcode_in(column.substr(at + 1, end - at - 1)));
      at = end + 1;
    }
  }
  return names;
}

}  // namespace

TEST_CASE("the table has exactly the instructions that compute for which there is a loop") {
  std::set<std::string> in_table;
  for (const ptx::Opcode& opcode : ptx::opcodes()) {
    if (opcode.family != Family::compute) continue;
    for (const ptx::InstructionForm& form : opcode.forms) {
      if (form.operands()[1].is_vector) continue;  // a move of parts
      CAPTURE(std::string(form.notation));
      for_each_instruction(form, [&](const ptx::Instruction& i) {
        const std::string spelling = i.spelling();
        CAPTURE(spelling);
        REQUIRE(ptx::find_form(i) == &form);
        const sim::Row* const row = sim::arithmetic_rows().find(ptx::plain_spelling(form, i));
        REQUIRE(row != nullptr);
        in_table.insert(ptx::plain_spelling(form, i));
        const std::array<uint8_t, 4> expected = {row->d, row->a, row->b, row->c};
        for (size_t k = 0; k < expected.size(); ++k) CHECK(lane_bytes(form, i, k) == expected[k]);
      });
    }
  }
  for (const auto& [spelling, row] : sim::arithmetic_rows().all())
    CHECK_MESSAGE(in_table.contains(spelling), spelling);
}

TEST_CASE("modifiers in another order than the table's, or more of them, are another instruction") {
  ptx::Instruction i;
  i.opcode = "cvt";
  i.modifiers = {"f32", "rn", "s32"};
  CHECK(ptx::find_form(i) == nullptr);
  i.modifiers = {"rn", "f32", "s32"};
  REQUIRE(ptx::find_form(i) != nullptr);
  CHECK(ptx::operand_type(*ptx::find_form(i), i, 0) == ptx::Type::f32);
  CHECK(ptx::operand_type(*ptx::find_form(i), i, 1) == ptx::Type::s32);
  i.modifiers.push_back("s32");
  CHECK(ptx::find_form(i) == nullptr);
  i.opcode = "mul";
  i.modifiers = {"wide", "u32"};
  REQUIRE(ptx::find_form(i) != nullptr);
  CHECK(ptx::operand_type(*ptx::find_form(i), i, 0) == ptx::Type::u64);
}

TEST_CASE("docs/SIMULATOR.md names the opcodes of the table, and no others") {
  const std::set<std::string> documented = documented_opcodes();
  std::set<std::string> known;
  for (const ptx::Opcode& opcode : ptx::opcodes()) known.insert(std::string(opcode.name));
  for (const std::string& name : known) CHECK_MESSAGE(documented.contains(name), name);
  for (const char* function : {"printf", "assert", "malloc", "free"}) known.insert(function);
  for (const std::string& name : documented) CHECK_MESSAGE(known.contains(name), name);
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

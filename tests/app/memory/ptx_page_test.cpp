// The PTX and the machine code of a kernel, line by line; and the words that are explained.
#include "memory/ptx_page.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <set>

#include "memory/disassembler.hpp"
#include "ptx/opcode.hpp"
#include "temporary_folder.hpp"

using namespace warplab;
using namespace warplab::app;

namespace {

constexpr const char* kPtx = R"(.version 8.0
.target sm_90
.file 1 "/tmp/own.cuh"
.file 2 "/tmp/kernel.cu"
.visible .entry other(.param .u64 a) {
	ret;
}
.visible .entry scale(
	.param .u64 scale_param_0
)
{
	.reg .b32 	%r<4>;
	.loc	2 3 1
	mov.u32 	%r1, %tid.x;
	.loc	1 7 5, function_name $L__info_string0, inlined_at 2 5 3
	ld.global.nc.v4.f32 	{%f1, %f2, %f3, %f4}, [%rd3];
$L__BB0_2:
	.loc	1 9 1
	@%p1 bra 	$L__BB0_2;
	ret;
}
)";

std::vector<CodeRow> rows(const LensLook* look = nullptr) {
  return ptx_rows(kPtx, "scale", "kernel.cu", look);
}

const CodeRow& row_with(const std::vector<CodeRow>& rows, const std::string& text) {
  for (const CodeRow& row : rows)
    if (row.text.find(text) != std::string::npos) return row;
  FAIL("no row has ", text);
  return rows.front();
}

std::string words_in(std::string_view row) {
  std::string text;
  for (const PlacedWord& placed : words_of(row)) {
    CHECK(row.substr(placed.begin, placed.size) == placed.word->word);
    text += std::string(placed.word->word) + " ";
  }
  return text;
}

}  // namespace

TEST_CASE("a kernel's rows come with the lines of the student's file, through inlined code") {
  const auto found = rows();
  CHECK(row_with(found, "mov.u32").line == 3);
  CHECK(row_with(found, "ld.global").line == 5);  // of the place into which it was inlined
  CHECK(row_with(found, "bra").line == 0);        // of a header alone
  CHECK(row_with(found, "bra").is_instruction);
  CHECK_FALSE(row_with(found, "BB0_2:").is_instruction);
  for (const CodeRow& row : found) CHECK(row.text.find(".loc") == std::string::npos);
  CHECK(found.back().text == "}");
  CHECK(linked_lines(found) == std::vector<int>{3, 5});
  CHECK(ptx_rows(kPtx, "none", "kernel.cu", nullptr).empty());
}

TEST_CASE("what was executed has its counts, its line and its cost") {
  LensLook look;
  // The load is the second instruction of the second function, on line 15 of the text.
  look.look.log.executed = {{1, 14, 3, 0, 8, 256}, {2, 16, 5, 0, 4, 128}};
  look.by_instruction = {{}, {}, {4, 128, 16}};
  const auto found = rows(&look);
  CHECK(row_with(found, "mov.u32").warps == 8);
  const CodeRow& load = row_with(found, "ld.global");
  CHECK(load.warps == 4);
  CHECK(load.threads == 128);
  CHECK(load.accesses == 4);
  CHECK(load.units == 128);
  CHECK(load.ideal == 16);
  CHECK(row_with(found, "ret").warps == 0);
}

TEST_CASE("machine code has the lines that the disassembler names, without what fills up the end") {
  constexpr const char* kText = R"(
	.section	.text.scale,"ax",@progbits
        .global         scale
scale:
.text.scale:
	//## File "/tmp/kernel.cu", line 3
        /*0000*/                   S2R R0, SR_TID.X ;
	//## File "/tmp/own.cuh", line 7 inlined at "/tmp/kernel.cu", line 5
	//## File "/tmp/kernel.cu", line 5
        /*0010*/                   LDG.E R2, desc[UR4][R2.64] ;
.L_x_1:
	//## File "/tmp/own.cuh", line 9
        /*0020*/                   EXIT ;
        /*0030*/                   NOP;
//--------------------- SYMBOLS --------------------------
        /*0040*/                   BRA 0 ;
)";
  const auto found = machine_rows(kText, "scale", "kernel.cu");
  REQUIRE(found.size() == 4);
  CHECK(found[0].text == " S2R R0, SR_TID.X ;");
  CHECK(found[0].line == 3);
  CHECK(found[1].line == 5);
  CHECK_FALSE(found[2].is_instruction);
  CHECK(found[3].line == 0);
  CHECK(machine_rows(kText, "other", "kernel.cu").empty());
}

TEST_CASE("every opcode that the simulator knows is explained in one sentence, with its section") {
  for (const ptx::Opcode& opcode : ptx::opcodes()) {
    CAPTURE(std::string(opcode.name));
    CHECK(find_ptx_word(opcode.name) != nullptr);
  }
  std::set<std::string_view> seen;
  for (const PtxWord& word : ptx_words()) {
    CAPTURE(std::string(word.word));
    CHECK(seen.insert(word.word).second);
    CHECK(word.sentence.ends_with('.'));
    CHECK_FALSE(word.section.empty());
    CHECK(word.sentence.size() < 160);
  }
  CHECK(find_ptx_word("nonsense") == nullptr);
}

TEST_CASE(
    "words are found where they stand: opcodes, what follows the dots, registers, directives") {
  CHECK(words_in(" ld.global.nc.v4.f32  {%f1, %f2}, [%rd3];") == "ld global nc v4 f32 ");
  CHECK(words_in(" mov.u32  %r1, %tid.x;") == "mov u32 %tid ");
  CHECK(words_in(" @%p1 bra  $L__BB0_2;") == "bra ");
  CHECK(words_in(" .reg .b32  %r<4>;") == ".reg b32 ");
  CHECK(words_in("$L__BB0_2:").empty());
}

TEST_CASE("without the toolkit there is no disassembler, and one that fails is named") {
  const std::string path = std::getenv("PATH");
  const test::TemporaryFolder folder;
  ::setenv("PATH", folder.path().c_str(), 1);
  test::write(folder.path() / "nvdisasm", "#!/bin/sh\necho none\nexit 1\n");
  CHECK(find_disassembler() != (folder.path() / "nvdisasm").string());  // it cannot be executed
  std::filesystem::permissions(folder.path() / "nvdisasm", std::filesystem::perms::owner_all);
  const auto found = find_disassembler();
  REQUIRE(found);
  const auto failed = disassemble(*found, {1, 2, 3}, nullptr);
  REQUIRE_FALSE(failed);
  CHECK(failed.error().find("nvdisasm") != std::string::npos);
  test::write(folder.path() / "nvdisasm", "#!/bin/sh\nexec /bin/cat \"$3\"\n");
  const auto echoed = disassemble(*found, {'o', 'k'}, nullptr);
  REQUIRE(echoed);
  CHECK(*echoed == "ok");
  const std::atomic<bool> cancelled = true;
  CHECK_FALSE(disassemble(*found, {'o', 'k'}, &cancelled));
  CHECK_FALSE(disassemble(*found, {}, nullptr));
  ::setenv("PATH", path.c_str(), 1);
}

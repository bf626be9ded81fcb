#pragma once
// The PTX that is executed and the machine code that a GPU would execute, line by line beside the
// lines of the student's file that they come from; and what the words of PTX mean.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "memory/lens.hpp"

namespace warplab::app {

// A line of one kernel's text.
struct CodeRow {
  std::string text;
  int line = 0;                 // of the student's file; 0: of none
  bool is_instruction = false;  // else a label, a declaration, a bracket
  // Of the warps that were looked at; nothing is counted in machine code.
  uint64_t warps = 0, threads = 0;
  // Of its accesses that were logged, which are fewer where a log was cut: sectors, or passes over
  // banks.
  uint64_t accesses = 0, units = 0, ideal = 0;
  bool in_shared = false;  // they are passes
};

// The kernel's part of `ptx`, without the lines that are there for a debugger. `look` gives the
// counts and, for what was executed, the lines; null: there are none. Empty: there is no such
// kernel.
std::vector<CodeRow> ptx_rows(std::string_view ptx, std::string_view kernel,
                              std::string_view student_file, const LensLook* look);

// The same of what nvdisasm -g prints of a cubin.
std::vector<CodeRow> machine_rows(std::string_view disassembly, std::string_view kernel,
                                  std::string_view student_file);

// The lines of the student's file that rows come from, rising: a line's place among them is the
// number of its colour.
std::vector<int> linked_lines(const std::vector<CodeRow>& rows);

// What a word of PTX means, and where the manual says more.
struct PtxWord {
  std::string_view word, section, sentence;
};
// Our words (assets/ptx_words.txt), by name.
const std::vector<PtxWord>& ptx_words();
// "ld", "nc", "%tid", ".reg"; null: not explained.
const PtxWord* find_ptx_word(std::string_view word);
// The words of a row of PTX that are explained, from left to right.
struct PlacedWord {
  size_t begin = 0, size = 0;  // bytes of the row
  const PtxWord* word = nullptr;
};
std::vector<PlacedWord> words_of(std::string_view row);

}  // namespace warplab::app

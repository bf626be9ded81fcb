#pragma once
// What CUDA brings, as the editor explains it: assets/cuda_builtins.txt.
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace warplab::app {

struct Builtin {
  std::string name;
  std::string form;  // how it is written: "void __syncthreads()"
  std::string text;  // a sentence
  std::string cost;  // "every warp waits for ..."; empty: nothing that is worth a word
  std::string see;   // a word of the glossary; empty: none
};

struct Builtins {
  std::vector<Builtin> rows;
  const Builtin* find(std::string_view name) const;  // null: there is none
};

// Entries of lines, with an empty line between two of them; '#' begins a line for readers of the
// file. The Error names the entry that lacks something or comes twice.
Result<Builtins> load_builtins(std::string_view text);

}  // namespace warplab::app

#pragma once
// The log that NVRTC and, inside it, ptxas write, taken apart. Nothing here knows what the words
// mean; explain.hpp does.
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "compile/compile.hpp"

namespace warplab::compile {

// The file of messages of ptxas: their lines are lines of the PTX.
inline constexpr std::string_view kPtxInput = "ptxas";

// The file of messages about the end of the student's text: "At end of source: error: ...".
inline constexpr std::string_view kEndOfSource = "end of source";

// The messages, in their order. Source lines are dropped; the caret under them gives the column.
// Template contexts become notes. Never fails: a line that is no message is skipped.
std::vector<Diagnostic> parse_log(std::string_view log);

// Spills by function, from what ptxas says with -v: "Function properties for NAME", and on the next
// line "N bytes stack frame, N bytes spill stores, N bytes spill loads".
struct Spills {
  uint32_t store_bytes = 0, load_bytes = 0;
};
std::map<std::string, Spills> parse_spills(std::string_view log);

// The log without what ptxas says because of -v, which nobody but us asked for.
std::string without_ptxas_info(std::string_view log);

}  // namespace warplab::compile
